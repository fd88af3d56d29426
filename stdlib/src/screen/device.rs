//! What to tell a user when the graphics device does not work.

use flitz_runtime::render::RenderError;

/// What went wrong with the device, and what helps where that is known.
pub fn explain(error: &RenderError) -> String {
    let advice = match error {
        RenderError::NoAdapter(_) => {
            "; installing a Vulkan driver (on Debian and Ubuntu: mesa-vulkan-drivers) gives one"
        }
        _ => "",
    };
    format!("{error}{advice}")
}
