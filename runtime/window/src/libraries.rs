//! Which library of X11 is missing: winit says only that one is.

/// The file of the first library of those that a window needs which cannot be opened; `None` where all can, or where none is needed.
#[cfg(all(unix, not(target_os = "macos")))]
pub fn missing() -> Option<&'static str> {
    use x11_dl::{xcursor, xinput2, xlib, xlib_xcb};
    let opens = [
        ("libX11.so.6", xlib::Xlib::open().is_ok()),
        ("libX11-xcb.so.1", xlib_xcb::Xlib_xcb::open().is_ok()),
        ("libXcursor.so.1", xcursor::Xcursor::open().is_ok()),
        ("libXi.so.6", xinput2::XInput2::open().is_ok()),
    ];
    opens
        .into_iter()
        .find(|(_, opens)| !opens)
        .map(|(file, _)| file)
}

/// Windows and macOS bring what a window needs.
#[cfg(not(all(unix, not(target_os = "macos"))))]
pub fn missing() -> Option<&'static str> {
    None
}
