//! The window: what a capture holds, drawn, and what the user asks for, as actions.
//!
//! Data flows one way: a capture's state becomes a view model, the view model is painted, and
//! whatever a widget wants changed becomes an [`action::Action`] that the application applies
//! after painting. Nothing here talks to a driver, a file or a thread.

pub mod action;
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

#[cfg(test)]
mod samples;
