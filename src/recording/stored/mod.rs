//! How the session and its catalog lie in a file: RON, in types of their own.
//!
//! These are not the model's types, so that the model may change without changing the format.
//! Every conversion is written out: a field that is added to the model shows here as a compile
//! error and is then either stored, which raises the format version, or knowingly left out.

mod catalog;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::recording::error::WriteError;
use crate::recording::session::Session;
use crate::recording::stored::catalog::{StoredDevice, StoredDriver};

/// A session as it is written.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Session")]
struct StoredSession {
    began_unix_ns: i64,
    tool_version: String,
    host: String,
    kernel: String,
    loader: Option<String>,
    settings: BTreeMap<String, String>,
    layouts: BTreeMap<String, String>,
    drivers: Vec<StoredDriver>,
    devices: Vec<StoredDevice>,
}

/// The session as RON text.
///
/// # Errors
/// [`WriteError::Describe`] when it cannot be expressed.
pub(crate) fn session_to_text(session: &Session) -> Result<String, WriteError> {
    let stored = StoredSession {
        began_unix_ns: session.began_unix_nanos,
        tool_version: session.tool_version.clone(),
        host: session.host.clone(),
        kernel: session.kernel.clone(),
        loader: session.loader.clone(),
        settings: session.settings.clone(),
        layouts: session.layouts.clone(),
        drivers: session.drivers.iter().map(StoredDriver::from).collect(),
        devices: session.devices.iter().map(StoredDevice::from).collect(),
    };
    ron::to_string(&stored).map_err(|error| WriteError::Describe(error.to_string()))
}

/// Reads RON text back.
///
/// # Errors
/// What is wrong with the text, for people.
pub(crate) fn session_from_text(text: &str) -> Result<Session, String> {
    let stored: StoredSession = ron::from_str(text).map_err(|error| error.to_string())?;
    Ok(Session {
        began_unix_nanos: stored.began_unix_ns,
        tool_version: stored.tool_version,
        host: stored.host,
        kernel: stored.kernel,
        loader: stored.loader,
        settings: stored.settings,
        layouts: stored.layouts,
        drivers: stored.drivers.into_iter().map(Into::into).collect(),
        devices: stored.devices.into_iter().map(Into::into).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::sample;

    #[test]
    fn a_session_reads_back_as_it_was_written() {
        let session = sample::session();
        let text = session_to_text(&session).expect("can be expressed");
        assert_eq!(session_from_text(&text).expect("reads back"), session);
    }

    #[test]
    fn text_that_is_no_session_is_told_apart() {
        assert!(session_from_text("Session(began_unix_ns: 1)").is_err());
    }
}
