//! The window: what a capture holds, drawn, and what the user asks for, as actions.
//!
//! Data flows one way: a capture's state becomes a view model, the view model is painted, and
//! whatever a widget wants changed becomes an [`action::Action`] that the application applies
//! after painting. Nothing here talks to a driver, a file or a thread.

pub mod action;
pub mod theme;
