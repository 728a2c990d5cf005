//! Plots of metrics: heat maps, histograms, expressive ranges and sweeps.

use super::samples::Samples;
use super::sweep::Sweep;
use crate::failure::Failure;
use crate::map_request::MapRequest;
use crate::out_file::OutFile;
use crate::picture::{self, PictureFile};
use mapwright::Map;
use mapwright::heat::HeatMap;
use mapwright::metrics::Metric;
use mapwright_render::{
    HeatLayer, HistogramPlot, Measured, PictureOptions, RangePlot, SweepAt, SweepPlot, SweepPoint, Thumbnail,
    expressive_range, heat, histogram, range_picks, sweep,
};

/// Open files for plots.
pub(crate) struct Plots {
    files: Vec<PictureFile>,
    /// One or two metrics.
    of: Vec<&'static Metric>,
}

impl Plots {
    /// Opens the files, before the measurement starts.
    pub(crate) fn open(names: &[String], of: Vec<&'static Metric>) -> Result<Plots, Failure> {
        Ok(Plots { files: PictureFile::open_all(names, "a plot")?, of })
    }

    /// Returns true if one of the plots goes to this file.
    pub(crate) fn are_at(&self, file: &OutFile) -> bool {
        self.files.iter().any(|picture| picture.is_at(file))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Draws a histogram of one metric, or the expressive range of two.
    pub(crate) fn samples(
        self,
        title: &str,
        request: &MapRequest,
        samples: &Samples,
        options: &PictureOptions,
    ) -> Result<(), Failure> {
        let title = options.look.title.as_deref().unwrap_or(title);
        let measured = |metric: &'static Metric| Measured {
            title: metric.name,
            unit: unit(metric),
            values: samples.column(metric.name).unwrap_or_default(),
        };
        let style = &options.look.style;
        let scene = match self.of[..] {
            [x, y, ..] => {
                let (x, y) = (measured(x), measured(y));
                let picks = range_picks(x.values, y.values);
                let maps: Vec<Map> = picks
                    .iter()
                    .map(|pick| request.plan.run(request.run().seed(samples.seed(pick.index))))
                    .collect::<Result<_, _>>()?;
                let captions: Vec<String> = picks.iter().map(|pick| pick.caption(x.title, y.title)).collect();
                let seed = |index: usize| format!("seed {}", samples.seed(index).number());
                let labels: Vec<String> = picks.iter().map(|pick| seed(pick.index)).collect();
                let thumbnails: Vec<Thumbnail<'_>> = (0..picks.len())
                    .map(|n| Thumbnail {
                        index: picks[n].index,
                        caption: &captions[n],
                        label: &labels[n],
                        map: &maps[n],
                    })
                    .collect();
                expressive_range(&RangePlot { title, x, y, thumbnails: &thumbnails }, style)
            }
            [only] => histogram(&HistogramPlot { title, measured: measured(only) }, style),
            [] => return Ok(()),
        };
        picture::write_all(self.files, &scene, picture::UNIT, options)
    }

    /// Draws the first metric against the parameter.
    pub(crate) fn sweep(
        self,
        title: &str,
        swept: &Sweep,
        samples: &[Samples],
        options: &PictureOptions,
    ) -> Result<(), Failure> {
        let Some(metric) = self.of.first() else { return Ok(()) };
        let numbers: Option<Vec<f64>> = swept.values.iter().map(|value| value.parse().ok()).collect();
        let points: Vec<SweepPoint<'_>> = samples
            .iter()
            .enumerate()
            .map(|(index, samples)| SweepPoint {
                at: match &numbers {
                    Some(numbers) => SweepAt::Number(numbers[index]),
                    None => SweepAt::Word(&swept.values[index]),
                },
                values: samples.column(metric.name).unwrap_or_default(),
            })
            .collect();
        let title = options.look.title.as_deref().unwrap_or(title);
        let (measured, unit) = (metric.name, unit(metric));
        let plot = SweepPlot { title, parameter: &swept.key, measured, unit, points: &points };
        picture::write_all(self.files, &sweep(&plot, &options.look.style), picture::UNIT, options)
    }
}

/// Returns the unit, or nothing if it equals the name.
fn unit(metric: &Metric) -> &'static str {
    if metric.unit == metric.name { "" } else { metric.unit }
}

/// Draws a heat map over the map.
pub(crate) fn write_heat(
    files: Vec<PictureFile>,
    map: &Map,
    heat_map: &HeatMap,
    options: &PictureOptions,
) -> Result<(), Failure> {
    let layer = HeatLayer { title: heat_map.heat.title(), unit: heat_map.heat.unit(), cells: &heat_map.cells };
    let scene = heat(map, &options.look, &layer)?;
    picture::write_all(files, &scene, options.cell(map.size()), options)
}
