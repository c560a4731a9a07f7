//! The outline of a curve, pixel column by pixel column.
//!
//! A chart's time grid has exactly one column for each physical pixel, so a curve is fully said
//! by what it covers of each column's centre line: from where to where it is solid, and over
//! what length it fades out. That keeps a spike of one sample as tall as it was, makes a smooth
//! curve look smooth, and costs four vertices a column however many samples lie in it.
//! Lengths are physical pixels, y grows downwards. Nothing here knows egui.

/// What a series covers of one pixel column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cut {
    /// The column, counted from the left edge of the chart.
    pub(super) column: i32,
    /// Where the curve enters.
    pub(super) first: f32,
    /// Where it leaves.
    pub(super) last: f32,
    /// Its highest point: the smallest y.
    pub(super) top: f32,
    /// Its lowest point: the largest y.
    pub(super) bottom: f32,
}

impl Cut {
    /// A column with a single sample.
    pub(super) fn sample(column: i32, y: f32) -> Self {
        Self {
            column,
            first: y,
            last: y,
            top: y,
            bottom: y,
        }
    }

    fn is_sample(&self) -> bool {
        self.top == self.bottom
    }
}

/// A curve's extent on one vertical line; strips between neighbours make the curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Profile {
    /// Distance from the left edge of the chart.
    pub(super) x: f32,
    /// Where the curve begins to show, where it is solid from and to, and where it has ended.
    pub(super) y: [f32; 4],
}

/// Where the curve runs at one column's centre.
#[derive(Clone, Copy)]
struct Run {
    top: f32,
    bottom: f32,
    /// Pixels it climbs per column where it simply passes through, else 0.
    slope: f32,
}

/// Outlines unbroken `cuts`, in ascending columns, as a line `width` pixels wide.
///
/// With `every_column` a profile is made for each column between two samples too, so that the
/// curve can be dashed; else only where its direction changes.
pub(super) fn outline(cuts: &[Cut], width: f32, every_column: bool, mut emit: impl FnMut(Profile)) {
    let (Some(first), Some(last)) = (cuts.first(), cuts.last()) else {
        return;
    };
    let mut before: Option<&Cut> = None;
    for (index, cut) in cuts.iter().enumerate() {
        if let Some(before) = before {
            bridge(before, cut, width, every_column, &mut emit);
        }
        let run = run_at(before, cut, cuts.get(index + 1));
        let center = cut.column as f32 + 0.5;
        if cut.column == first.column {
            emit(profile(center - 0.5, run, width));
        }
        emit(profile(center, run, width));
        if cut.column == last.column {
            emit(profile(center + 0.5, run, width));
        }
        before = Some(cut);
    }
}

/// The straight line over the empty columns between two cuts.
fn bridge(from: &Cut, to: &Cut, width: f32, every_column: bool, emit: &mut impl FnMut(Profile)) {
    let columns = to.column - from.column;
    let slope = (to.first - from.last) / columns as f32;
    let mut emit_at = |offset: i32| {
        let y = from.last + slope * offset as f32;
        let run = Run {
            top: y,
            bottom: y,
            slope,
        };
        emit(profile((from.column + offset) as f32 + 0.5, run, width));
    };
    match columns {
        ..=1 => {}
        2 => emit_at(1),
        _ if every_column => (1..columns).for_each(emit_at),
        _ => {
            emit_at(1);
            emit_at(columns - 1);
        }
    }
}

/// How the curve runs through `cut`, reaching half way to its neighbours.
fn run_at(before: Option<&Cut>, cut: &Cut, after: Option<&Cut>) -> Run {
    // A line crosses the border of its column half a column's climb away from the centre.
    let entry = before.map(|before| {
        let climb = (cut.first - before.last) / (cut.column - before.column) as f32;
        cut.first - climb / 2.0
    });
    let exit = after.map(|after| {
        let climb = (after.first - cut.last) / (after.column - cut.column) as f32;
        cut.last + climb / 2.0
    });
    let (enters, leaves) = (entry.unwrap_or(cut.first), exit.unwrap_or(cut.last));
    let top = cut.top.min(enters).min(leaves);
    let bottom = cut.bottom.max(enters).max(leaves);
    let passes_through = (enters == top && leaves == bottom) || (enters == bottom && leaves == top);
    if passes_through && (cut.is_sample() || (entry.is_some() && exit.is_some())) {
        let middle = f32::midpoint(top, bottom);
        return Run {
            top: middle,
            bottom: middle,
            slope: bottom - top,
        };
    }
    Run {
        top,
        bottom,
        slope: 0.0,
    }
}

/// A line's vertical extent is its width times how steep it is, and so is the length it fades
/// over; but it covers what it runs over in full.
fn profile(x: f32, run: Run, width: f32) -> Profile {
    let steep = run.slope.hypot(1.0);
    let solid = ((width - 1.0) / 2.0).max(0.0) * steep;
    let faded = f32::midpoint(width, 1.0) * steep;
    Profile {
        x,
        y: [
            run.top - faded,
            run.top - solid,
            run.bottom + solid,
            run.bottom + faded,
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outlined(cuts: &[Cut]) -> Vec<Profile> {
        let mut profiles = Vec::new();
        outline(cuts, 1.0, false, |profile| profiles.push(profile));
        profiles
    }

    fn solid_at(profiles: &[Profile], x: f32) -> (f32, f32) {
        let profile = profiles.iter().find(|profile| profile.x == x);
        let profile = profile.expect("a profile at this x");
        (profile.y[1], profile.y[2])
    }

    #[test]
    fn a_spike_of_one_sample_is_as_tall_as_it_was() {
        let spike = Cut {
            column: 1,
            first: 50.0,
            last: 50.0,
            top: 10.0,
            bottom: 50.0,
        };
        let cuts = [Cut::sample(0, 50.0), spike, Cut::sample(2, 50.0)];
        assert_eq!(solid_at(&outlined(&cuts), 1.5), (10.0, 50.0));
    }

    #[test]
    fn neighbouring_columns_touch_across_a_step() {
        let cuts = [Cut::sample(0, 10.0), Cut::sample(1, 90.0)];
        let profiles = outlined(&cuts);
        let (_, left_bottom) = (profiles[1].y[0], profiles[1].y[3]);
        let right_top = profiles[2].y[0];
        assert!(left_bottom >= 50.0 && right_top <= 50.0, "{profiles:?}");
    }

    #[test]
    fn a_straight_line_needs_no_points_in_between() {
        let cuts = [Cut::sample(0, 0.0), Cut::sample(1000, 500.0)];
        let profiles = outlined(&cuts);
        assert_eq!(profiles.len(), 6);
        let middle = |profile: &Profile| f32::midpoint(profile.y[1], profile.y[2]);
        assert_eq!(middle(&profiles[2]), 0.5);
        assert_eq!(middle(&profiles[3]), 499.5);
    }

    #[test]
    fn a_dashed_line_has_a_profile_in_every_column() {
        let cuts = [Cut::sample(0, 0.0), Cut::sample(10, 0.0)];
        let mut columns = Vec::new();
        outline(&cuts, 1.0, true, |profile| columns.push(profile.x));
        assert_eq!(columns.len(), 13);
    }

    #[test]
    fn a_lone_sample_is_one_column_wide() {
        let profiles = outlined(&[Cut::sample(7, 3.0)]);
        let (left, right) = (profiles[0].x, profiles[profiles.len() - 1].x);
        assert_eq!((left, right), (7.0, 8.0));
    }

    #[test]
    fn nothing_gives_nothing() {
        assert!(outlined(&[]).is_empty());
    }
}
