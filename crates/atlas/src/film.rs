//! A game as a moving picture: one frame for each phase, as GIF or as animated
//! PNG. All frames share one palette, and each frame holds only the pixels that
//! differ from the one before.

use crate::palette::Palette;
use crate::picture::{Picture, PictureFault};
use resvg::tiny_skia::Pixmap;
use std::borrow::Cow;

/// A picture and how long it is shown.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// The picture. All pictures of a film have the same size.
    pub picture: Picture<'a>,
    /// Hundredths of a second.
    pub time: u16,
}

/// The number that stands for "as before" in a frame.
const SAME: u8 = 255;
/// How many frames are looked at to choose the colours.
const SAMPLES: usize = 8;

/// A game's frames, ready to be rendered one by one.
pub struct Film<'a> {
    frames: &'a [Frame<'a>],
    palette: Palette,
    width: u32,
    height: u32,
}

/// What changes from one frame to the next.
struct Change {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl<'a> Film<'a> {
    /// Chooses the colours of a film.
    pub fn new(frames: &'a [Frame<'a>]) -> Result<Self, PictureFault> {
        let last = frames.len().checked_sub(1).ok_or(PictureFault::NoFrames)?;
        let mut looked_at: Vec<usize> = (0..SAMPLES).map(|i| last * i / (SAMPLES - 1)).collect();
        looked_at.dedup();
        let mut samples = Vec::new();
        for i in looked_at {
            samples.push(frames[i].picture.pixels()?);
        }
        let (width, height) = (samples[0].width(), samples[0].height());
        let palette = Palette::of(&samples.iter().collect::<Vec<&Pixmap>>(), usize::from(SAME));
        Ok(Self {
            frames,
            palette,
            width,
            height,
        })
    }

    /// The film as GIF that runs again and again.
    pub fn gif(&self) -> Result<Vec<u8>, PictureFault> {
        let fault = |fault: gif::EncodingError| PictureFault::Render(fault.to_string());
        let (Ok(width), Ok(height)) = (u16::try_from(self.width), u16::try_from(self.height))
        else {
            return Err(PictureFault::Width(u64::from(self.width)));
        };
        let mut bytes = Vec::new();
        let colours = self.palette.colours.concat();
        let mut encoder = gif::Encoder::new(&mut bytes, width, height, &colours).map_err(fault)?;
        encoder.set_repeat(gif::Repeat::Infinite).map_err(fault)?;
        self.each(|change, time| {
            let frame = gif::Frame {
                delay: time,
                dispose: gif::DisposalMethod::Keep,
                transparent: Some(SAME),
                left: change.left as u16,
                top: change.top as u16,
                width: change.width as u16,
                height: change.height as u16,
                buffer: Cow::Borrowed(&change.pixels),
                ..gif::Frame::default()
            };
            encoder.write_frame(&frame).map_err(fault)
        })?;
        drop(encoder);
        Ok(bytes)
    }

    /// The film as animated PNG that runs again and again.
    pub fn apng(&self) -> Result<Vec<u8>, PictureFault> {
        let fault = |fault: png::EncodingError| PictureFault::Render(fault.to_string());
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Indexed);
        let mut colours = self.palette.colours.clone();
        colours.resize(usize::from(SAME) + 1, [0, 0, 0]);
        encoder.set_palette(colours.concat());
        let mut opaque = vec![255; usize::from(SAME)];
        opaque.push(0);
        encoder.set_trns(opaque);
        encoder.set_compression(png::Compression::Fast);
        encoder.set_filter(png::Filter::Sub);
        encoder
            .set_animated(self.frames.len() as u32, 0)
            .map_err(fault)?;
        let mut writer = encoder.write_header().map_err(fault)?;
        self.each(|change, time| {
            writer.set_frame_delay(time, 100).map_err(fault)?;
            writer.set_blend_op(png::BlendOp::Over).map_err(fault)?;
            writer.set_frame_position(0, 0).map_err(fault)?;
            writer
                .set_frame_dimension(change.width, change.height)
                .map_err(fault)?;
            writer
                .set_frame_position(change.left, change.top)
                .map_err(fault)?;
            writer.write_image_data(&change.pixels).map_err(fault)
        })?;
        writer.finish().map_err(fault)?;
        Ok(bytes)
    }

    /// Renders the frames one after another and hands on what changes.
    fn each(
        &self,
        mut take: impl FnMut(&Change, u16) -> Result<(), PictureFault>,
    ) -> Result<(), PictureFault> {
        let mut before: Option<Vec<u8>> = None;
        for frame in self.frames {
            let picture = frame.picture.pixels()?;
            if (picture.width(), picture.height()) != (self.width, self.height) {
                return Err(PictureFault::UnevenFrames);
            }
            let pixels = self.palette.indexed(&picture);
            take(&self.change(before.as_deref(), &pixels), frame.time)?;
            before = Some(pixels);
        }
        Ok(())
    }

    fn change(&self, before: Option<&[u8]>, pixels: &[u8]) -> Change {
        let (width, height) = (self.width as usize, self.height as usize);
        let Some(before) = before else {
            let pixels = pixels.to_vec();
            return Change {
                left: 0,
                top: 0,
                width: self.width,
                height: self.height,
                pixels,
            };
        };
        let differs = |x: usize, y: usize| before[y * width + x] != pixels[y * width + x];
        let row =
            |y: usize| before[y * width..(y + 1) * width] != pixels[y * width..(y + 1) * width];
        let top = (0..height).find(|&y| row(y)).unwrap_or(0);
        let bottom = (top..height).rev().find(|&y| row(y)).unwrap_or(top);
        let column = |x: usize| (top..=bottom).any(|y| differs(x, y));
        let left = (0..width).find(|&x| column(x)).unwrap_or(0);
        let right = (left..width).rev().find(|&x| column(x)).unwrap_or(left);
        let mut changed = Vec::with_capacity((right - left + 1) * (bottom - top + 1));
        for y in top..=bottom {
            for x in left..=right {
                changed.push(if differs(x, y) {
                    pixels[y * width + x]
                } else {
                    SAME
                });
            }
        }
        Change {
            left: left as u32,
            top: top as u32,
            width: (right - left + 1) as u32,
            height: (bottom - top + 1) as u32,
            pixels: changed,
        }
    }
}
