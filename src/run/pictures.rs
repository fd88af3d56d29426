//! The pictures that a run leaves behind: screenshots of single frames, and recordings of all.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use flitz_runtime::scene::Image;
use image::codecs::gif::{GifEncoder, Repeat};
use image::{Delay, Frame, RgbaImage};

use super::FRAMES_PER_SECOND;
use crate::options::{RunOptions, Screenshot};

/// GIF counts time in hundredths of a second, and viewers slow down anything below two of them: every third frame of sixty is shown
/// for five.
const GIF_STEP: u64 = 3;

/// The pictures still to be taken.
#[derive(Default)]
pub struct Pictures {
    screenshots: Vec<Screenshot>,
    recording: Option<Recording>,
}

struct Recording {
    path: PathBuf,
    frames: u64,
    writer: Writer,
}

enum Writer {
    Gif(Box<GifEncoder<BufWriter<File>>>, Delay),
    /// Made with the first frame, whose size it takes.
    Png {
        file: Option<BufWriter<File>>,
        writer: Option<Box<png::Writer<BufWriter<File>>>>,
        count: u32,
        rate: u16,
    },
}

impl Pictures {
    /// What the options ask for. The error is a sentence for the user.
    pub fn new(options: &RunOptions) -> Result<Self, String> {
        let recording = options
            .record
            .as_deref()
            .map(|path| Recording::new(path, options))
            .transpose()?;
        Ok(Self {
            screenshots: options.screenshots.clone(),
            recording,
        })
    }

    /// Asks for the last picture in this file, where none was asked for.
    pub fn add_if_none(&mut self, file: PathBuf) {
        if self.screenshots.is_empty() && self.recording.is_none() {
            self.screenshots.push(Screenshot { file, frame: None });
        }
    }

    /// The files that pictures go to.
    pub fn files(&self) -> Vec<PathBuf> {
        let recording = self.recording.as_ref().map(|r| &r.path);
        self.screenshots
            .iter()
            .map(|s| &s.file)
            .chain(recording)
            .cloned()
            .collect()
    }

    /// Whether a picture of this frame is wanted.
    pub fn wants(&self, frame: u64) -> bool {
        self.screenshots.iter().any(|s| s.frame == Some(frame))
            || self.recording.as_ref().is_some_and(|r| r.wants(frame))
    }

    /// Whether pictures of frames to come are wanted.
    pub fn wants_more(&self) -> bool {
        self.recording.is_some() || self.screenshots.iter().any(|s| s.frame.is_some())
    }

    /// Takes no picture at the end.
    pub fn leave_out_last(&mut self) {
        self.screenshots.retain(|s| s.frame.is_some());
    }

    /// Whether a picture is wanted at the end.
    pub fn wants_last(&self) -> bool {
        !self.screenshots.is_empty()
    }

    /// Takes the picture of a frame.
    pub fn take(&mut self, frame: u64, image: &Image) -> Result<(), String> {
        for shot in self.screenshots.extract_if(.., |s| s.frame == Some(frame)) {
            save(image, &shot.file)?;
        }
        match &mut self.recording {
            Some(recording) if recording.wants(frame) => recording.take(image),
            _ => Ok(()),
        }
    }

    /// Takes the last picture, where there was a screen, and closes the recording. Returns what the user should know.
    pub fn finish(&mut self, last: Option<&Image>) -> Result<Vec<String>, String> {
        let mut notes = Vec::new();
        for shot in std::mem::take(&mut self.screenshots) {
            let shown = shot.file.display();
            match (shot.frame, last) {
                (None, Some(image)) => save(image, &shot.file)?,
                (Some(frame), Some(_)) => notes.push(format!(
                    "{shown} was not written: the program ended before frame {frame}"
                )),
                (_, None) => notes.push(format!(
                    "{shown} was not written: the program opened no screen"
                )),
            }
        }
        if let Some(recording) = self.recording.take() {
            notes.extend(recording.finish()?);
        }
        Ok(notes)
    }
}

/// Writes a picture as a PNG file.
fn save(image: &Image, path: &Path) -> Result<(), String> {
    let (width, height) = (image.width, image.height);
    image::save_buffer_with_format(
        path,
        &image.rgba,
        width,
        height,
        image::ColorType::Rgba8,
        image::ImageFormat::Png,
    )
    .map_err(|e| not_written(path, &e))
}

fn not_written(path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("the picture {} cannot be written: {error}", path.display())
}

impl Recording {
    fn new(path: &Path, options: &RunOptions) -> Result<Self, String> {
        let rate = options.fps.unwrap_or(FRAMES_PER_SECOND);
        let ending = path
            .extension()
            .map(|e| e.to_ascii_lowercase())
            .unwrap_or_default();
        let open = || {
            File::create(path)
                .map(BufWriter::new)
                .map_err(|e| not_written(path, &e))
        };
        let writer = match ending.to_str() {
            Some("gif") => {
                let mut encoder = GifEncoder::new_with_speed(open()?, 10);
                encoder
                    .set_repeat(Repeat::Infinite)
                    .map_err(|e| not_written(path, &e))?;
                Writer::Gif(
                    Box::new(encoder),
                    Delay::from_numer_denom_ms(1000 * GIF_STEP as u32, rate),
                )
            }
            Some("png") => {
                let count = options.frames.and_then(|n| u32::try_from(n).ok()).ok_or(
                    "an animated .png must know how many frames it gets: add --frames N, or record a .gif",
                )?;
                Writer::Png {
                    file: Some(open()?),
                    writer: None,
                    count,
                    rate: rate as u16,
                }
            }
            _ => {
                return Err(format!(
                    "{} cannot be recorded: the file must end with .gif or .png",
                    path.display()
                ));
            }
        };
        Ok(Self {
            path: path.to_owned(),
            frames: 0,
            writer,
        })
    }

    fn wants(&self, frame: u64) -> bool {
        match self.writer {
            Writer::Gif(..) => frame % GIF_STEP == 1,
            Writer::Png { count, .. } => frame <= u64::from(count),
        }
    }

    fn take(&mut self, image: &Image) -> Result<(), String> {
        let path = &self.path;
        self.frames += 1;
        match &mut self.writer {
            Writer::Gif(encoder, delay) => {
                let picture = RgbaImage::from_raw(image.width, image.height, image.rgba.clone())
                    .ok_or_else(|| not_written(path, &"the frame is damaged"))?;
                encoder
                    .encode_frame(Frame::from_parts(picture, 0, 0, *delay))
                    .map_err(|e| not_written(path, &e))
            }
            Writer::Png {
                file,
                writer,
                count,
                rate,
            } => {
                if let Some(file) = file.take() {
                    let mut encoder = png::Encoder::new(file, image.width, image.height);
                    encoder.set_color(png::ColorType::Rgba);
                    encoder.set_depth(png::BitDepth::Eight);
                    encoder
                        .set_animated(*count, 0)
                        .map_err(|e| not_written(path, &e))?;
                    encoder
                        .set_frame_delay(1, *rate)
                        .map_err(|e| not_written(path, &e))?;
                    *writer = Some(Box::new(
                        encoder.write_header().map_err(|e| not_written(path, &e))?,
                    ));
                }
                match writer {
                    Some(writer) => writer
                        .write_image_data(&image.rgba)
                        .map_err(|e| not_written(path, &e)),
                    None => Ok(()),
                }
            }
        }
    }

    fn finish(self) -> Result<Option<String>, String> {
        let shown = self.path.display();
        if self.frames == 0 {
            return Ok(Some(format!("{shown} is empty: no frame was shown")));
        }
        if let Writer::Png {
            writer: Some(writer),
            count,
            ..
        } = self.writer
        {
            if self.frames < u64::from(count) {
                return Ok(Some(format!(
                    "{shown} may not play everywhere: the program ended after {} frames of {count}",
                    self.frames
                )));
            }
            writer.finish().map_err(|e| not_written(&self.path, &e))?;
        }
        Ok(None)
    }
}
