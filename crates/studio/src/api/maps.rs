//! Maps: made, drawn, checked, measured, replayed.

use super::json;
use crate::body::Json;
use crate::fault::Fault;
use crate::guard::DRAWING_POLICY;
use crate::picture::{Format, MOST_MOMENTS, RenderWish};
use crate::replay;
use crate::studio::Studio;
use crate::view::{FindingView, MapView, base64_of};
use crate::wish::Wish;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use mapwright::heat::{Heat, heat_map};
use mapwright::metrics::{self, Metrics};
use mapwright::{Map, trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

type Shared = State<Arc<Studio>>;

/// Which map.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OfMap {
    wish: Wish,
}

pub(crate) async fn generate(State(studio): Shared, Json(OfMap { wish }): Json<OfMap>) -> Result<Response, Fault> {
    let own = Arc::clone(&studio);
    let view = studio.desk.work(move |stop| Ok(MapView::of(&*own.make(&wish, stop)?)));
    Ok(json(&view.await?))
}

pub(crate) async fn render(State(studio): Shared, Json(asked): Json<RenderWish>) -> Result<Response, Fault> {
    let (own, format) = (Arc::clone(&studio), asked.format);
    let bytes = studio.desk.work(move |stop| own.file(&asked, stop)).await?;
    let mut response = ([(header::CONTENT_TYPE, format.kind())], bytes).into_response();
    if format == Format::Svg {
        // Opened by itself it is a document, and could hold anything that a title or a label could smuggle in.
        let policy = header::HeaderValue::from_static(DRAWING_POLICY);
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    if format != Format::Png {
        let name = format!("attachment; filename=\"map.{}\"", format.ending());
        if let Ok(name) = name.parse() {
            response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
        }
    }
    Ok(response)
}

/// What is wrong with a map.
#[derive(Serialize, JsonSchema)]
pub(crate) struct CheckView {
    valid: bool,
    findings: Vec<FindingView>,
}

pub(crate) async fn check(State(studio): Shared, Json(OfMap { wish }): Json<OfMap>) -> Result<Response, Fault> {
    let own = Arc::clone(&studio);
    let findings = studio.desk.work(move |stop| Ok(mapwright::check(&*own.make(&wish, stop)?))).await?;
    let findings: Vec<FindingView> = findings.into_iter().map(FindingView::from).collect();
    Ok(json(&CheckView { valid: findings.is_empty(), findings }))
}

/// Which map is measured.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MeasureWish {
    wish: Wish,
    /// The name of a heat map, to have its values too.
    heat: Option<String>,
}

/// The numbers of a map.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MeasureView {
    metrics: Vec<MetricView>,
    heat: Option<HeatView>,
}

#[derive(Serialize, JsonSchema)]
struct MetricView {
    name: &'static str,
    /// Null where it has no meaning on this map.
    value: Option<f64>,
    unit: &'static str,
    summary: &'static str,
}

#[derive(Serialize, JsonSchema)]
struct HeatView {
    name: &'static str,
    title: &'static str,
    unit: &'static str,
    low: u32,
    high: u32,
    /// A byte a tile as base64: 0 where there is nothing, 1 is low, 255 is high.
    values: String,
}

pub(crate) async fn measure(
    State(studio): Shared,
    Json(MeasureWish { wish, heat }): Json<MeasureWish>,
) -> Result<Response, Fault> {
    let heat = heat.as_deref().map(Heat::named).transpose().map_err(|error| Fault::of(&error, "/heat"))?;
    let own = Arc::clone(&studio);
    let measured = studio.desk.work(move |stop| {
        let map = own.make(&wish, stop)?;
        let numbers = Metrics::of(&map);
        let metrics = metrics::ALL.iter().map(|metric| MetricView {
            name: metric.name,
            value: numbers.get(metric.name),
            unit: metric.unit,
            summary: metric.meaning,
        });
        let heat = heat.map(|heat| heat_view(&map, heat)).transpose()?;
        Ok(MeasureView { metrics: metrics.collect(), heat })
    });
    Ok(json(&measured.await?))
}

fn heat_view(map: &Map, kind: Heat) -> Result<HeatView, Fault> {
    let heat = heat_map(map, kind).map_err(|error| Fault::of(&error, "/heat"))?;
    let spread = u64::from(heat.high - heat.low).max(1);
    let byte = |value: &Option<u32>| match value {
        None => 0,
        Some(value) => 1 + (u64::from(value - heat.low) * 254 / spread) as u8,
    };
    Ok(HeatView {
        name: kind.name(),
        title: kind.title(),
        unit: kind.unit(),
        low: heat.low,
        high: heat.high,
        values: base64_of(heat.cells.cells().iter().map(byte)),
    })
}

/// Which run.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TraceWish {
    wish: Wish,
    /// At most so many moments: neighbours are merged, and the header says how many.
    #[schemars(range(min = 1, max = 200_000))]
    moments: Option<u32>,
}

pub(crate) async fn trace(
    State(studio): Shared,
    Json(TraceWish { wish, moments }): Json<TraceWish>,
) -> Result<Response, Fault> {
    let moments = moments.map_or(MOST_MOMENTS, |moments| moments as usize);
    if !(1..=MOST_MOMENTS).contains(&moments) {
        return Err(Fault::invalid("/moments", format!("{moments} is not in 1..={MOST_MOMENTS}")));
    }
    let own = Arc::clone(&studio);
    let bytes = studio.desk.work(move |stop| {
        let recorded = trace::record(&wish.plan()?, own.run(&wish, stop)?, Some(moments));
        Ok(replay::bytes(&recorded.map_err(|error| Fault::of_run(&error))?))
    });
    Ok(([(header::CONTENT_TYPE, "application/octet-stream")], bytes.await?).into_response())
}
