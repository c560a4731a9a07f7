//! The window: what a capture holds, drawn, and what the user asks for, as actions.
//!
//! Data flows one way: a capture's state becomes a view model, the view model is painted, and
//! whatever a widget wants changed becomes an [`action::Action`] that the application applies
//! after painting. Nothing here talks to a driver, a file or a thread.

pub mod action;
pub mod app;
pub mod banner;
pub mod catalog;
pub mod details;
pub mod empty;
pub mod help;
pub mod icon;
pub mod keys;
pub mod messages;
pub mod note;
pub mod pace;
pub mod quantity;
pub mod rate_menu;
pub mod status;
pub mod theme;
pub mod timeline;
pub mod top_bar;

mod screen;

#[cfg(test)]
mod samples;

use eframe::NativeOptions;
use egui::ViewportBuilder;

use crate::capture::live::{LiveOptions, Way};
use crate::ui::app::App;

/// Identifies the window to the desktop; the name of the desktop entry.
const APP_ID: &str = "zetscope";
const ICON: &[u8] = include_bytes!("../../assets/zetscope-256.png");

/// Opens a window on what is found in every way given, and returns once it is closed.
///
/// # Errors
/// When the system has no display, no OpenGL, or no thread to give.
pub fn run(ways: Vec<Way>, options: LiveOptions) -> anyhow::Result<()> {
    let viewport = ViewportBuilder::default()
        .with_title("zetscope — live")
        .with_app_id(APP_ID)
        .with_icon(eframe::icon_data::from_png_bytes(ICON)?)
        .with_inner_size([1280.0, 800.0])
        .with_min_inner_size([720.0, 420.0]);
    let native = NativeOptions {
        viewport,
        renderer: eframe::Renderer::Glow,
        ..NativeOptions::default()
    };
    let opened = eframe::run_native(
        APP_ID,
        native,
        Box::new(|creation| {
            let app = App::new(&creation.egui_ctx, ways, options)?;
            Ok(Box::new(app))
        }),
    );
    // The error holds what cannot be sent to another thread, as anyhow would have it.
    opened.map_err(|error| anyhow::anyhow!("no window could be opened: {error}"))
}
