//! Search paths of the textures of a model.

/// The paths to look for a texture at, best first, each with `/` between folders: the name as it stands and its bare file name, both
/// beside the model; then the name as it stands, from the program's folder. Exporters write backslashes and paths of their own machine; letter
/// case is left to the caller.
pub fn texture_paths(model_path: &str, texture: &str) -> Vec<String> {
    let model_path = model_path.replace('\\', "/");
    let name = texture.trim().replace('\\', "/");
    let name = name.trim_start_matches("./");
    let folder = model_path
        .rfind('/')
        .and_then(|slash| model_path.get(..=slash))
        .unwrap_or_default();
    let bare = name.rsplit(['/', ':']).next().unwrap_or_default();
    let absolute = name.starts_with('/') || name.as_bytes().get(1) == Some(&b':');
    let mut paths = Vec::new();
    let mut add = |path: String| {
        if !paths.contains(&path) {
            paths.push(path);
        }
    };
    if bare.is_empty() {
        return paths;
    }
    if !absolute {
        add(format!("{folder}{name}"));
    }
    add(format!("{folder}{bare}"));
    add(name.to_owned());
    paths
}

#[cfg(test)]
mod tests {
    use super::texture_paths;

    #[test]
    fn the_name_beside_the_model_comes_first() {
        assert_eq!(
            texture_paths("media/dwarf.b3d", "skin.jpg"),
            ["media/skin.jpg", "skin.jpg"]
        );
        assert_eq!(
            texture_paths(r"media\dwarf.b3d", r".\tex\Skin.JPG"),
            ["media/tex/Skin.JPG", "media/Skin.JPG", "tex/Skin.JPG"]
        );
        assert_eq!(texture_paths("dwarf.b3d", "skin.jpg"), ["skin.jpg"]);
    }

    #[test]
    fn the_exporters_own_path_counts_last() {
        assert_eq!(
            texture_paths("m/dwarf.b3d", "C:/work packs/dwarf/axe.jpg"),
            ["m/axe.jpg", "C:/work packs/dwarf/axe.jpg"]
        );
        assert_eq!(
            texture_paths("m/d.b3d", r"D:\x.png"),
            ["m/x.png", "D:/x.png"]
        );
        assert_eq!(
            texture_paths("m/d.b3d", "/art/x.png"),
            ["m/x.png", "/art/x.png"]
        );
    }

    #[test]
    fn a_name_without_a_file_gives_nothing() {
        for name in ["", "  ", "./", "folder/", r"C:\"] {
            assert!(texture_paths("m/d.b3d", name).is_empty(), "{name}");
        }
    }
}
