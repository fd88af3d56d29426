//! Movies.

use std::time::Duration;

use flitz_interpreter::string::Str;
use flitz_runtime::assets;
use flitz_runtime::render::Pen;
use flitz_runtime::scene::Image;

use crate::command::{Answer, Group, IfAlive, command, group};
use crate::handles::Kind;
use crate::machine::Machine;
use crate::store::{Key, Store, Stored};

/// A movie that a program plays.
pub(crate) struct PlayedMovie {
    movie: assets::Movie,
    frame: Image,
    /// When the frame gives way to the next.
    until: Duration,
    playing: bool,
}

/// A movie that a program gave.
pub(crate) type MovieId = Key<PlayedMovie>;

impl Stored for PlayedMovie {
    const KIND: Kind = Kind::Movie;

    fn store(machine: &Machine) -> &Store<Self> {
        &machine.screen_state.movies
    }
}

impl PlayedMovie {
    /// Goes on to the frame that is due; at the end the movie no longer plays.
    fn advance(&mut self, now: Duration) {
        while self.playing && now >= self.until {
            match self.movie.next_frame() {
                Some((frame, delay)) => {
                    self.frame = frame;
                    self.until = self.until.saturating_add(delay);
                }
                None => self.playing = false,
            }
        }
    }
}

/// The part of a stretched picture that lies inside a buffer, and where it is: only so much is made, however large it is asked for.
fn stretched(
    from: &Image,
    [x, y, width, height]: [i32; 4],
    [most_x, most_y]: [u32; 2],
) -> Option<(Image, [i32; 2])> {
    let inside = |at: i32, size: i32, most: u32| {
        let end = (i64::from(at) + i64::from(size)).min(i64::from(most));
        let start = i64::from(at.max(0));
        (start < end).then_some((start, end))
    };
    let (x0, x1) = inside(x, width, most_x)?;
    let (y0, y1) = inside(y, height, most_y)?;
    let source = |at: i64, start: i32, size: i32, texels: u32| {
        ((at - i64::from(start)) * i64::from(texels) / i64::from(size)) as usize
    };
    let row_size = from.width as usize;
    let (pixels, _) = from.rgba.as_chunks::<4>();
    let mut rgba = Vec::with_capacity(((x1 - x0) * (y1 - y0) * 4) as usize);
    for row in y0..y1 {
        let row = source(row, y, height, from.height) * row_size;
        for column in x0..x1 {
            let at = row + source(column, x, width, from.width);
            let [r, g, b, _] = pixels.get(at).copied().unwrap_or_default();
            rgba.extend([r, g, b, 255]);
        }
    }
    let image = Image {
        width: (x1 - x0) as u32,
        height: (y1 - y0) as u32,
        rgba,
    };
    Some((image, [x0 as i32, y0 as i32]))
}

/// The commands of this file.
pub const COMMANDS: Group = group!(
    "movies",
    [
        open_movie,
        draw_movie,
        movie_width,
        movie_height,
        movie_playing,
        close_movie
    ]
);

/// Opens a movie, which starts to play, and returns its handle, or 0 where it cannot be played. Movies are animated GIFs today, without
/// sound.
#[command(OpenMovie, permission = Read)]
fn open_movie(m: &mut Machine, file: &Str) -> Answer<i32> {
    m.need_screen()?;
    let name = file.to_text();
    let loaded = m.files.load(&name).map_err(|e| m.not_read(&name, &e));
    let opened = loaded.and_then(|bytes| {
        let movie = assets::Movie::open(bytes);
        movie.map_err(|e| format!("{} cannot be played: {e}.", m.files.find(&name).display()))
    });
    match opened {
        Ok(movie) => {
            let [width, height] = movie.size();
            let movie = PlayedMovie {
                movie,
                frame: Image::filled(width, height, [0, 0, 0, 255]),
                until: m.clock.now(),
                playing: true,
            };
            m.screen_state.movies.add(&mut m.handles, movie, &name)
        }
        Err(why) => {
            let why = format!("the movie was not opened: {why}");
            m.console.note(&format!("OpenMovie \"{name}\": {why}"));
            m.handles.note_failure(Kind::Movie, why);
            Ok(0)
        }
    }
}

/// Draws the frame of a movie that is due at a place of the current buffer, in its own size or stretched to `w` by `h` pixels. Origin and
/// Viewport do not count. Returns 1, or 0 once the movie is over, and then draws nothing.
#[command(DrawMovie, defaults(x = 0, y = 0, w = -1, h = -1))]
fn draw_movie(m: &mut Machine, movie: MovieId, x: i32, y: i32, w: i32, h: i32) -> Answer<i32> {
    let target = m.need_screen()?.target;
    let [most_x, most_y] = m.drawn_size()?;
    let now = m.clock.now();
    let played = &mut m.screen_state.movies[movie];
    played.advance(now);
    if !played.playing {
        return Ok(0);
    }
    let [own_width, own_height] = played.movie.size().map(|side| side as i32);
    let width = if w < 0 { own_width } else { w };
    let height = if h < 0 { own_height } else { h };
    let drawn = stretched(&played.frame, [x, y, width, height], [most_x, most_y]);
    if let Some((image, [x, y])) = drawn
        && !m.is_locked(target)?
    {
        m.draw_with(target, Some(Pen::default()), |painter, _| {
            painter.image(&image, x, y, None);
        })?;
    }
    Ok(1)
}

/// The width of a movie in pixels.
#[command(MovieWidth)]
fn movie_width(m: &mut Machine, movie: MovieId) -> Answer<i32> {
    Ok(m.screen_state.movies[movie].movie.size()[0] as i32)
}

/// The height of a movie in pixels.
#[command(MovieHeight)]
fn movie_height(m: &mut Machine, movie: MovieId) -> Answer<i32> {
    Ok(m.screen_state.movies[movie].movie.size()[1] as i32)
}

/// 1 until DrawMovie has found a movie to be over, then 0.
#[command(MoviePlaying)]
fn movie_playing(m: &mut Machine, movie: MovieId) -> Answer<bool> {
    Ok(m.screen_state.movies[movie].playing)
}

/// Closes a movie. What is no movie, or none any more, is left alone.
#[command(CloseMovie)]
fn close_movie(m: &mut Machine, movie: IfAlive<MovieId>) -> Answer {
    if let Some(movie) = movie.0 {
        m.screen_state.movies.remove(&mut m.handles, movie);
    }
    Ok(())
}

/// A movie in a machine without a screen, for tests of all handles.
#[cfg(test)]
pub(crate) fn lone_movie(m: &mut Machine) -> i32 {
    // A GIF of one pixel.
    let bytes =
        b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";
    let movie = PlayedMovie {
        movie: assets::Movie::open(bytes.to_vec()).unwrap(),
        frame: Image::filled(1, 1, [0, 0, 0, 255]),
        until: Duration::ZERO,
        playing: true,
    };
    let movies = &mut m.screen_state.movies;
    movies.add(&mut m.handles, movie, "").unwrap()
}

#[cfg(test)]
mod tests {
    use super::stretched;
    use flitz_runtime::scene::Image;

    #[test]
    fn only_what_is_inside_is_made() {
        let mut from = Image::filled(2, 1, [9, 9, 9, 0]);
        from.rgba[4..7].fill(80);
        let part = |place| {
            let (image, at) = stretched(&from, place, [8, 8])?;
            let greys: Vec<u8> = image.rgba.chunks(4).map(|p| p[0]).collect();
            Some((image.width, image.height, at, greys))
        };
        assert_eq!(part([1, 2, 2, 1]), Some((2, 1, [1, 2], vec![9, 80])));
        assert_eq!(part([0, 0, 4, 1]), Some((4, 1, [0, 0], vec![9, 9, 80, 80])));
        assert_eq!(part([-2, 0, 4, 1]), Some((2, 1, [0, 0], vec![80, 80])));
        let (width, height, _, greys) = part([-9, -9, i32::MAX, i32::MAX]).unwrap();
        assert_eq!((width, height, greys.len()), (8, 8, 64));
        for nothing in [
            [8, 0, 2, 2],
            [-2, 0, 2, 2],
            [0, 0, 0, 5],
            [i32::MAX, 0, i32::MAX, 1],
        ] {
            assert!(part(nothing).is_none());
        }
    }
}
