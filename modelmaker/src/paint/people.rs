//! The colours of the example person and of the people in the crowd.

use super::Palette;
use glam::DVec3;

/// The person of the examples.
pub const HERO: Palette = Palette {
    skin: DVec3::new(240.0, 192.0, 158.0),
    blush: DVec3::new(232.0, 140.0, 116.0),
    hair: DVec3::new(112.0, 68.0, 40.0),
    gloss: DVec3::new(178.0, 118.0, 72.0),
    eyes: DVec3::new(74.0, 130.0, 108.0),
    shirt: DVec3::new(54.0, 148.0, 158.0),
    stripe: DVec3::new(244.0, 232.0, 206.0),
    trousers: DVec3::new(70.0, 86.0, 128.0),
    worn: DVec3::new(122.0, 142.0, 180.0),
    shoes: DVec3::new(206.0, 68.0, 56.0),
};

/// Four others, for crowds.
pub const CROWD: [Palette; 4] = [
    Palette {
        skin: DVec3::new(142.0, 94.0, 66.0),
        blush: DVec3::new(158.0, 82.0, 62.0),
        hair: DVec3::new(44.0, 34.0, 32.0),
        gloss: DVec3::new(92.0, 76.0, 70.0),
        eyes: DVec3::new(92.0, 62.0, 42.0),
        shirt: DVec3::new(236.0, 178.0, 62.0),
        stripe: DVec3::new(250.0, 244.0, 228.0),
        trousers: DVec3::new(66.0, 72.0, 84.0),
        worn: DVec3::new(108.0, 114.0, 128.0),
        shoes: DVec3::new(62.0, 108.0, 178.0),
    },
    Palette {
        skin: DVec3::new(248.0, 210.0, 184.0),
        blush: DVec3::new(240.0, 152.0, 132.0),
        hair: DVec3::new(196.0, 148.0, 76.0),
        gloss: DVec3::new(244.0, 210.0, 136.0),
        eyes: DVec3::new(84.0, 128.0, 176.0),
        shirt: DVec3::new(206.0, 74.0, 72.0),
        stripe: DVec3::new(246.0, 236.0, 220.0),
        trousers: DVec3::new(84.0, 104.0, 148.0),
        worn: DVec3::new(136.0, 156.0, 192.0),
        shoes: DVec3::new(70.0, 74.0, 82.0),
    },
    Palette {
        skin: DVec3::new(206.0, 152.0, 112.0),
        blush: DVec3::new(206.0, 116.0, 92.0),
        hair: DVec3::new(58.0, 42.0, 36.0),
        gloss: DVec3::new(112.0, 84.0, 66.0),
        eyes: DVec3::new(104.0, 76.0, 50.0),
        shirt: DVec3::new(96.0, 156.0, 88.0),
        stripe: DVec3::new(238.0, 230.0, 168.0),
        trousers: DVec3::new(146.0, 122.0, 92.0),
        worn: DVec3::new(186.0, 164.0, 132.0),
        shoes: DVec3::new(120.0, 76.0, 50.0),
    },
    Palette {
        skin: DVec3::new(244.0, 200.0, 166.0),
        blush: DVec3::new(236.0, 142.0, 116.0),
        hair: DVec3::new(164.0, 74.0, 36.0),
        gloss: DVec3::new(226.0, 132.0, 72.0),
        eyes: DVec3::new(88.0, 136.0, 92.0),
        shirt: DVec3::new(122.0, 98.0, 168.0),
        stripe: DVec3::new(226.0, 214.0, 240.0),
        trousers: DVec3::new(58.0, 66.0, 92.0),
        worn: DVec3::new(102.0, 112.0, 146.0),
        shoes: DVec3::new(232.0, 140.0, 60.0),
    },
];
