//! The typefaces, embedded.
//!
//! Roboto: its figures are all of one width, so a number that changes does not shift its
//! neighbours. What it lacks comes from egui's own fonts, arrows from the monospaced one.

use std::sync::Arc;

use egui::{FontData, FontDefinitions, FontFamily};

const REGULAR: &[u8] = include_bytes!("../../../assets/fonts/Roboto-Regular.ttf");
const MEDIUM: &[u8] = include_bytes!("../../../assets/fonts/Roboto-Medium.ttf");

/// Name of the family for headings and emphasis.
const STRONG: &str = "strong";

/// The family for headings and emphasis.
pub fn strong() -> FontFamily {
    FontFamily::Name(STRONG.into())
}

/// Our faces first, egui's as a fallback.
pub(super) fn definitions() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let fallback: Vec<String> = [FontFamily::Proportional, FontFamily::Monospace]
        .iter()
        .filter_map(|family| fonts.families.get(family))
        .flatten()
        .cloned()
        .collect();
    for (name, face, family) in [
        ("Roboto", REGULAR, FontFamily::Proportional),
        ("Roboto Medium", MEDIUM, strong()),
    ] {
        let data = FontData::from_static(face);
        fonts.font_data.insert(name.to_owned(), Arc::new(data));
        let mut faces = vec![name.to_owned()];
        faces.extend(fallback.iter().cloned());
        fonts.families.insert(family, faces);
    }
    fonts
}
