//! What the pointer is told about a row of the tree.

use egui::{Grid, RectAlign, Response, RichText, Tooltip, Ui};

use crate::capture::state::{Device, Group};
use crate::model::catalog::{DriverInfo, GroupInfo, MetricInfo};
use crate::model::reason::Reason;
use crate::ui::note::sentence;
use crate::ui::quantity;
use crate::ui::theme::{self, GAP, SPACE, TEXT};

/// Shows a tip beside the row, where it hides no other row.
pub(super) fn beside(response: &Response, tip: impl FnOnce(&mut Ui)) {
    let mut tooltip = Tooltip::for_enabled(response);
    tooltip.popup = tooltip
        .popup
        .align(RectAlign::RIGHT_START)
        .align_alternatives(&[RectAlign::RIGHT_END, RectAlign::BOTTOM_START])
        .gap(SPACE);
    tooltip.show(tip);
}

/// A driver: versions and extensions.
pub(super) fn driver(ui: &mut Ui, driver: &DriverInfo) {
    heading(ui, "Level Zero driver", "");
    let mut facts = vec![
        ("Reached", driver.origin.name().to_owned()),
        ("API version", driver.api_version.to_string()),
        ("Driver version", format!("0x{:08x}", driver.driver_version)),
    ];
    for (index, extension) in driver.extensions.iter().enumerate() {
        let label = if index == 0 { "Extensions" } else { "" };
        facts.push((label, format!("{} {}", extension.name, extension.version)));
    }
    facts_ui(ui, &facts);
}

/// A device: what it is.
pub(super) fn device(ui: &mut Ui, device: &Device) {
    let about = if device.info.simulated {
        "Its values come from a generator and not from hardware."
    } else {
        ""
    };
    heading(ui, &device.info.name, about);
    let mut facts = vec![
        ("Kind", device.info.kind.to_string()),
        ("UUID", device.info.uuid.to_string()),
    ];
    if device.cpu_share > 0.0 {
        facts.push((
            "Sampler thread",
            format!("{:.1} % of a core", device.cpu_share * 100.0),
        ));
    }
    facts_ui(ui, &facts);
}

/// A group: what it is about and how it is read.
pub(super) fn group(ui: &mut Ui, info: &GroupInfo, group: Option<&Group>) {
    heading(ui, &info.name, &info.description);
    let mut facts = vec![
        ("Metrics", info.metrics.len().to_string()),
        ("Domain", info.domain.to_string()),
        ("Sampling", words(&info.sampling.names)),
        ("Type", words(&info.kinds.names)),
    ];
    if let Some(bytes) = info.export_bytes {
        facts.push(("Exported memory", quantity::bytes(bytes)));
    }
    if let Some(access) = info.access {
        facts.push(("Read by", access_words(access).to_owned()));
    }
    facts_ui(ui, &facts);
    if let Some(group) = group.filter(|group| group.status.is_some()) {
        ui.add_space(GAP);
        rate(ui, group);
    }
    reason_ui(ui, info.reason.as_ref());
}

/// How the sampling of a group goes.
pub(super) fn rate(ui: &mut Ui, group: &Group) {
    let Some(status) = &group.status else {
        ui.label("Click to change the sampling rate");
        return;
    };
    facts_ui(
        ui,
        &[
            ("Requested", status.requested.to_string()),
            ("Achieved", quantity::hertz(status.achieved_hz)),
            ("Jitter", quantity::nanos(status.jitter_nanos)),
            (
                "Latest by",
                quantity::nanos(status.lateness_max_nanos as f64),
            ),
            ("Time for a pass", quantity::nanos(status.pass_nanos)),
            ("Passes", status.passes.to_string()),
            ("Missed", status.missed.to_string()),
            ("Dropped", status.dropped.to_string()),
            ("Torn", status.torn.to_string()),
            ("Failed reads", status.failed.to_string()),
        ],
    );
}

/// A metric: what it counts, what its values mean, and the last one with all its digits.
pub fn metric(
    ui: &mut Ui,
    group: &GroupInfo,
    metric: &MetricInfo,
    reason: Option<&Reason>,
    exact: Option<&str>,
) {
    heading(ui, &metric.name, &metric.description);
    let mut facts = vec![
        ("Group", group.name.clone()),
        ("Kind", kind_words(metric)),
        ("Unit", or_none(&metric.unit)),
        ("Value type", metric.value_type_name.clone()),
        ("Metric type", metric.metric_type.clone()),
    ];
    if !metric.component.is_empty() {
        facts.insert(1, ("Component", metric.component.clone()));
    }
    if let Some(exact) = exact {
        facts.push(("Last read", exact.to_owned()));
    }
    facts_ui(ui, &facts);
    if !metric.kind.is_charted() {
        let text = "Read along with its group; not drawn as a curve.";
        ui.label(RichText::new(text).weak());
    }
    reason_ui(ui, reason);
}

fn heading(ui: &mut Ui, name: &str, about: &str) {
    ui.spacing_mut().item_spacing.y = GAP;
    let font = egui::FontId::new(TEXT, theme::strong());
    ui.label(RichText::new(name).font(font));
    if !about.is_empty() {
        ui.label(sentence(about));
    }
}

fn reason_ui(ui: &mut Ui, reason: Option<&Reason>) {
    let Some(reason) = reason else {
        return;
    };
    let tokens = theme::tokens(ui.visuals());
    ui.add_space(GAP);
    ui.colored_label(tokens.warning, sentence(&reason.what));
    if let Some(fix) = &reason.fix {
        ui.label(RichText::new(fix).monospace());
    }
}

/// Names and values in two columns.
pub(super) fn facts_ui(ui: &mut Ui, facts: &[(&str, String)]) {
    Grid::new("facts")
        .num_columns(2)
        .spacing([SPACE, 2.0])
        .min_row_height(0.0)
        .show(ui, |ui| {
            for (name, value) in facts {
                ui.label(RichText::new(*name).weak());
                ui.label(value);
                ui.end_row();
            }
        });
}

fn words(names: &[String]) -> String {
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}

fn or_none(text: &str) -> String {
    if text.is_empty() {
        "none".to_owned()
    } else {
        text.to_owned()
    }
}

fn kind_words(metric: &MetricInfo) -> String {
    use crate::model::catalog::Kind;
    match metric.kind {
        Kind::Monotonic { bits } => format!("count that only grows, {bits} bits"),
        Kind::Gauge => "level that rises and falls".to_owned(),
        Kind::Ratio => "share in percent".to_owned(),
        Kind::Flag => "true or false".to_owned(),
        Kind::Timestamp => "the device's own time".to_owned(),
        Kind::Identifier => "identifier".to_owned(),
        Kind::Unknown => "not known; drawn as a level".to_owned(),
    }
}

fn access_words(access: crate::model::catalog::Access) -> &'static str {
    use crate::model::catalog::Access;
    match access {
        Access::Map => "map: the exported memory is mapped into this process",
        Access::Host => "host: the memory is imported as a host allocation",
        Access::Copy => "copy: the memory is imported and copied before each pass",
    }
}
