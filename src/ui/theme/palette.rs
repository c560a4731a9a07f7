//! Colours and dashes that tell series apart, also for colour-blind eyes.
//!
//! The tests compute what the colours look like without one kind of cone and how far apart they
//! still are; change a colour and they say whether it works.

use egui::Color32;

/// Colours of one theme. Past the last one they begin again with another [`Dash`].
pub type Palette = [Color32; 8];

/// Series colours on a light chart.
pub(super) const LIGHT: Palette = [
    Color32::from_rgb(0x17, 0x46, 0xcf),
    Color32::from_rgb(0xc6, 0x3a, 0x04),
    Color32::from_rgb(0x07, 0x90, 0x6f),
    Color32::from_rgb(0x94, 0x20, 0xa4),
    Color32::from_rgb(0xb0, 0x84, 0x0c),
    Color32::from_rgb(0x23, 0x91, 0xf5),
    Color32::from_rgb(0x3a, 0x0a, 0x6c),
    Color32::from_rgb(0x6a, 0x63, 0x76),
];

/// Series colours on a dark chart.
pub(super) const DARK: Palette = [
    Color32::from_rgb(0x2f, 0x9d, 0xea),
    Color32::from_rgb(0xfb, 0x77, 0x18),
    Color32::from_rgb(0x06, 0xd0, 0xa6),
    Color32::from_rgb(0xd9, 0x68, 0xb4),
    Color32::from_rgb(0xe2, 0xc6, 0x39),
    Color32::from_rgb(0xc6, 0xb4, 0xff),
    Color32::from_rgb(0x8a, 0x58, 0xff),
    Color32::from_rgb(0xed, 0xf2, 0xe6),
];

/// How a series is stroked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dash {
    /// Without gaps.
    Solid,
    /// Long strokes.
    Dashed,
    /// Dots.
    Dotted,
}

/// The colour and dash of a series, chosen by its number on its chart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SeriesSlot(pub usize);

impl SeriesSlot {
    /// The colour in this theme's palette.
    pub fn color(self, palette: &Palette) -> Color32 {
        palette[self.0 % palette.len()]
    }

    /// Solid as long as the colours last, then dashed, then dotted.
    pub fn dash(self) -> Dash {
        match self.0 / LIGHT.len() % 3 {
            0 => Dash::Solid,
            1 => Dash::Dashed,
            _ => Dash::Dotted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::theme::contrast::{contrast, linear};
    use crate::ui::theme::{DARK as DARK_TOKENS, LIGHT as LIGHT_TOKENS};

    /// Linear sRGB as seen without one kind of cone (Machado, Oliveira and Fernandes 2009,
    /// severity 1): protanopia, deuteranopia, tritanopia.
    const BLINDNESS: [[[f64; 3]; 3]; 3] = [
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ];

    fn multiply(matrix: &[[f64; 3]; 3], vector: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
    }

    fn oklab(linear: [f64; 3]) -> [f64; 3] {
        let cones = multiply(
            &[
                [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
                [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
                [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
            ],
            linear.map(|channel| channel.clamp(0.0, 1.0)),
        );
        multiply(
            &[
                [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
                [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
                [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
            ],
            cones.map(f64::cbrt),
        )
    }

    fn closest(colors: &[[f64; 3]]) -> f64 {
        let distance = |a: [f64; 3], b: [f64; 3]| {
            let squares = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
            squares.sum::<f64>().sqrt()
        };
        let pairs = (0..colors.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
        pairs
            .map(|(a, b)| distance(colors[a], colors[b]))
            .fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn series_stay_apart_for_every_kind_of_eye() {
        for palette in [LIGHT, DARK] {
            let seen = palette.map(linear);
            assert!(closest(&seen.map(oklab)) > 0.12, "full colour vision");
            for blindness in &BLINDNESS {
                let colors = seen.map(|color| oklab(multiply(blindness, color)));
                // A just noticeable difference is about 0.02.
                assert!(closest(&colors) > 0.055, "{blindness:?}");
            }
        }
    }

    #[test]
    fn series_stand_out_from_their_chart() {
        for tokens in [&LIGHT_TOKENS, &DARK_TOKENS] {
            for color in tokens.series {
                assert!(contrast(color, tokens.canvas) >= 3.0, "{color:?}");
            }
        }
    }

    #[test]
    fn a_colour_used_twice_has_another_dash() {
        let (first, again) = (SeriesSlot(1), SeriesSlot(1 + LIGHT.len()));
        assert_eq!(first.color(&LIGHT), again.color(&LIGHT));
        assert_ne!(first.dash(), again.dash());
    }
}
