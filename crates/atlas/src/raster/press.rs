//! Prints a picture: pieces that lie on the shelf are put on the sheet, the others
//! are rendered and laid there.

use super::print::{Maker, Print};
use super::shelf::SHELF;
use crate::picture::PictureFault;
use crate::svg::Drawn;
use resvg::tiny_skia::Pixmap;
use std::sync::{Arc, PoisonError};

/// The pixels of a picture, piece by piece.
pub fn printed(drawn: &Drawn) -> Result<Pixmap, PictureFault> {
    let prints = prints(drawn)?;
    let mut sheet = super::blank(drawn.size())?;
    for print in &prints {
        print.put_on(&mut sheet);
    }
    Ok(sheet)
}

/// The prints of all pieces. The shelf is locked for looking and for laying down,
/// not while anything is rendered.
fn prints(drawn: &Drawn) -> Result<Vec<Arc<Print>>, PictureFault> {
    let mut text = String::with_capacity(4_000);
    let mut found: Vec<Option<Arc<Print>>> = Vec::with_capacity(drawn.pieces().len());
    {
        let mut shelf = SHELF.lock().unwrap_or_else(PoisonError::into_inner);
        for piece in drawn.pieces() {
            drawn.write(piece, &mut text);
            found.push(shelf.look_up(&text));
        }
    }
    let mut maker = Maker::new(drawn.size());
    let mut made = Vec::new();
    for (number, piece) in drawn.pieces().iter().enumerate() {
        if found[number].is_none() {
            drawn.write(piece, &mut text);
            let print = Arc::new(maker.print(&text, number == 0)?);
            made.push((text.clone(), Arc::clone(&print)));
            found[number] = Some(print);
        }
    }
    if !made.is_empty() {
        let mut shelf = SHELF.lock().unwrap_or_else(PoisonError::into_inner);
        for (text, print) in made {
            shelf.lay(text, print);
        }
    }
    Ok(found.into_iter().flatten().collect())
}
