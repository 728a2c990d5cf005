//! Handlers that make a map: generate, render, check, measure and trace.

use super::json;
use crate::api_error::ApiError;
use crate::body::Json;
use crate::guard::DRAWING_POLICY;
use crate::look::look as resolved_look;
use crate::map_request::MapRequest;
use crate::picture::{RenderRequest, extension, file, heat_names, media_type};
use crate::replay;
use crate::replay::MAX_MOMENTS;
use crate::studio::{Recording, Studio};
use crate::view::{FindingView, MapView, base64_of};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use mapwright::Map;
use mapwright::heat::{Heat, heat_map};
use mapwright::metrics::{self, Metrics};
use mapwright_export::{ExportOptions, Format, SecretDoors, SightView};
use mapwright_render::{LookRequest, PictureOptions};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

type StudioState = State<Arc<Studio>>;

/// Body of `/api/generate` and `/api/check`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GenerateRequest {
    #[serde(rename = "wish")]
    map: MapRequest,
}

/// Makes a map.
pub(super) async fn generate(
    State(studio): StudioState,
    Json(GenerateRequest { map }): Json<GenerateRequest>,
) -> Result<Response, ApiError> {
    let shared = Arc::clone(&studio);
    let view = studio.queue.run(move |stop| Ok(MapView::of(&*shared.make(&map, stop)?)));
    Ok(json(&view.await?))
}

/// Makes a file of a map.
pub(super) async fn render(
    State(studio): StudioState,
    Json(request): Json<RenderRequest>,
) -> Result<Response, ApiError> {
    let (shared, format) = (Arc::clone(&studio), request.format);
    let bytes = studio.queue.run(move |stop| file(&shared, &request, stop)).await?;
    let mut response = ([(header::CONTENT_TYPE, media_type(format))], bytes).into_response();
    if format == Format::Svg {
        // Opened by itself, an SVG is a document, and its title and labels come from the request.
        let policy = header::HeaderValue::from_static(DRAWING_POLICY);
        response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    if format != Format::Png {
        // Two formats with one extension must not overwrite each other.
        let kind = if format.name() == extension(format) { String::new() } else { format!("-{}", format.name()) };
        let disposition = format!("attachment; filename=\"map{kind}.{}\"", extension(format));
        if let Ok(disposition) = disposition.parse() {
            response.headers_mut().insert(header::CONTENT_DISPOSITION, disposition);
        }
    }
    Ok(response)
}

/// Result of checking a map.
#[derive(Serialize, JsonSchema)]
pub(super) struct CheckView {
    /// True if there are no findings.
    valid: bool,
    findings: Vec<FindingView>,
}

/// Checks a map.
pub(super) async fn check(
    State(studio): StudioState,
    Json(GenerateRequest { map }): Json<GenerateRequest>,
) -> Result<Response, ApiError> {
    let shared = Arc::clone(&studio);
    let findings = studio.queue.run(move |stop| Ok(mapwright::check(&*shared.make(&map, stop)?))).await?;
    let findings: Vec<FindingView> = findings.into_iter().map(FindingView::from).collect();
    Ok(json(&CheckView { valid: findings.is_empty(), findings }))
}

/// Body of `/api/sight`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SightRequest {
    #[serde(rename = "wish")]
    map: MapRequest,
    /// Look of the picture, whose lines the walls follow.
    #[serde(default)]
    look: LookRequest,
    /// Secret doors in walls.
    #[serde(default)]
    secret: SecretDoors,
}

/// Finds walls, doors and lights for virtual tables.
pub(super) async fn sight(
    State(studio): StudioState,
    Json(SightRequest { map, look, secret }): Json<SightRequest>,
) -> Result<Response, ApiError> {
    let look = resolved_look(&look)?;
    let shared = Arc::clone(&studio);
    let sight = studio.queue.run(move |stop| {
        let map = shared.make(&map, stop)?;
        let picture = PictureOptions { look, ..PictureOptions::default() };
        let options = ExportOptions { picture, secret, ..ExportOptions::default() };
        SightView::of(&map, &options).map_err(|error| ApiError::invalid("", error.to_string()))
    });
    Ok(json(&sight.await?))
}

/// Body of `/api/measure`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MeasureRequest {
    #[serde(rename = "wish")]
    map: MapRequest,
    /// Name of a heat map whose values are returned too.
    #[serde(default)]
    #[schemars(schema_with = "heat_names")]
    heat: Option<String>,
}

/// Metrics of a map, and the values of a heat map.
#[derive(Serialize, JsonSchema)]
pub(super) struct MeasureView {
    metrics: Vec<MetricView>,
    heat: Option<HeatView>,
}

#[derive(Serialize, JsonSchema)]
struct MetricView {
    name: &'static str,
    /// Value of the metric; null where it has no meaning on this map.
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
    /// One byte per tile as base64: 0 for no value, 1 for `low`, 255 for `high`.
    values: String,
}

/// Measures a map.
pub(super) async fn measure(
    State(studio): StudioState,
    Json(MeasureRequest { map, heat }): Json<MeasureRequest>,
) -> Result<Response, ApiError> {
    let heat = heat.as_deref().map(Heat::named).transpose();
    let heat = heat.map_err(|error| ApiError::from_error(&error, "/heat"))?;
    let shared = Arc::clone(&studio);
    let measured = studio.queue.run(move |stop| {
        let map = shared.make(&map, stop)?;
        let values = Metrics::of(&map);
        let metrics = metrics::ALL.iter().map(|metric| MetricView {
            name: metric.name,
            value: values.get(metric.name),
            unit: metric.unit,
            summary: metric.meaning,
        });
        let heat = heat.map(|heat| heat_view(&map, heat)).transpose()?;
        Ok(MeasureView { metrics: metrics.collect(), heat })
    });
    Ok(json(&measured.await?))
}

fn heat_view(map: &Map, kind: Heat) -> Result<HeatView, ApiError> {
    let heat = heat_map(map, kind).map_err(|error| ApiError::from_error(&error, "/heat"))?;
    let range = u64::from(heat.high - heat.low).max(1);
    let byte = |value: &Option<u32>| match value {
        None => 0,
        Some(value) => 1 + (u64::from(value - heat.low) * 254 / range) as u8,
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

/// Body of `/api/trace`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TraceRequest {
    #[serde(rename = "wish")]
    map: MapRequest,
    /// Maximum number of moments. Above it neighbouring moments are merged, and the header of the
    /// response gives the number of merged moments.
    #[schemars(range(min = 1, max = 200_000))]
    moments: Option<u32>,
}

/// Records the run of a recipe.
pub(super) async fn trace(
    State(studio): StudioState,
    Json(TraceRequest { map, moments }): Json<TraceRequest>,
) -> Result<Response, ApiError> {
    let moments = moments.map_or(MAX_MOMENTS, |moments| moments as usize);
    if !(1..=MAX_MOMENTS).contains(&moments) {
        return Err(ApiError::invalid("/moments", format!("{moments} is not between 1 and {MAX_MOMENTS}")));
    }
    let shared = Arc::clone(&studio);
    let recorded = studio.queue.run(move |stop| {
        let Recording { trace, milliseconds, differs } = shared.record(&map, moments, stop)?;
        Ok((replay::encode(&trace, moments, differs), milliseconds))
    });
    let (bytes, milliseconds) = recorded.await?;
    let mut response = ([(header::CONTENT_TYPE, "application/octet-stream")], bytes).into_response();
    // In a header, because the same request always gives the same body.
    if let Some(Ok(timing)) = milliseconds.map(|time| format!("run;dur={time:.6}").parse()) {
        response.headers_mut().insert("server-timing", timing);
    }
    Ok(response)
}
