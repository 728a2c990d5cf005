//! Handlers that list algorithms, presets, styles and everything else that has a name.

use super::json;
use crate::api_error::{ApiError, not_found};
use crate::body::{MAX_BODY_BYTES, MAX_IMPORT_BYTES};
use crate::picture::{MAX_PIXELS, extension, formats, media_type};
use crate::replay::MAX_MOMENTS;
use crate::studio::Studio;
use axum::extract::{Path, State};
use axum::response::Response;
use mapwright::heat::Heat;
use mapwright::trace::Thing;
use mapwright::{DoorKind, DoorState, Entry, Recipe, Size, Tile, metrics, presets, reference, registry, themes};
use mapwright_export::{Format, Group};
use mapwright_render::scene::Color;
use mapwright_render::{LAYERS, MAX_CELL, Pages, Paper, Square, Style, View, WaterLevel};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Names of everything that requests can refer to, and the limits of the studio.
#[derive(Serialize, JsonSchema)]
pub(super) struct ListView {
    version: &'static str,
    generators: Vec<GeneratorView>,
    presets: Vec<PresetView>,
    styles: Vec<StyleView>,
    layers: Vec<&'static str>,
    water: Vec<&'static str>,
    views: Vec<&'static str>,
    papers: Vec<&'static str>,
    squares: Vec<&'static str>,
    pages: Vec<&'static str>,
    door_kinds: Vec<Value>,
    door_states: Vec<Value>,
    formats: Vec<FormatView>,
    tiles: Vec<TileView>,
    things: Vec<ThingView>,
    heats: Vec<HeatKindView>,
    metrics: Vec<MetricKindView>,
    themes: Vec<ThemeView>,
    limits: LimitsView,
}

#[derive(Serialize, JsonSchema)]
struct GeneratorView {
    id: &'static str,
    /// `layout`, `shape` or `place`.
    kind: &'static str,
    revision: u32,
    promises: Vec<&'static str>,
    min_size: [i32; 2],
    natural_size: [i32; 2],
    summary: String,
    description: String,
}

#[derive(Serialize, JsonSchema)]
struct PresetView {
    name: &'static str,
    title: String,
    summary: String,
    recipe: Recipe,
    toml: &'static str,
    size: [i32; 2],
}

#[derive(Serialize, JsonSchema)]
struct StyleView {
    name: &'static str,
    title: String,
    /// True if the style draws tiles instead of lines.
    tiles: bool,
    /// Colours of a plain tile map in this style, as `#rrggbb` or `#rrggbbaa`.
    colors: BTreeMap<&'static str, String>,
}

#[derive(Serialize, JsonSchema)]
struct FormatView {
    name: Format,
    title: &'static str,
    /// Group in menus.
    group: Group,
    /// How to open the file, in one sentence.
    usage: &'static str,
    /// Content type.
    r#type: &'static str,
    /// File extension.
    #[serde(rename = "ending")]
    extension: &'static str,
}

#[derive(Serialize, JsonSchema)]
struct TileView {
    code: u8,
    name: String,
    char: char,
    walkable: bool,
}

#[derive(Serialize, JsonSchema)]
struct ThingView {
    /// Code in the upper four bits of a cell of a run.
    code: u8,
    name: String,
    char: char,
}

#[derive(Serialize, JsonSchema)]
struct HeatKindView {
    name: &'static str,
    title: &'static str,
    unit: &'static str,
    meaning: &'static str,
}

#[derive(Serialize, JsonSchema)]
struct MetricKindView {
    name: &'static str,
    unit: &'static str,
    summary: &'static str,
}

#[derive(Serialize, JsonSchema)]
struct ThemeView {
    name: String,
    summary: String,
}

#[derive(Serialize, JsonSchema)]
struct LimitsView {
    /// Maximum number of tiles of a map.
    tiles: usize,
    /// Maximum length of a request body, in bytes.
    body: usize,
    /// Maximum length of the request body of an import, in bytes.
    import: usize,
    /// Maximum number of pixels per tile.
    cell: u32,
    /// Maximum number of pixels of a picture.
    pixels: u64,
    /// Maximum number of moments of a run.
    moments: usize,
}

/// Parameter schemas by the id of the algorithm; `recipe` is the schema of recipes.
#[derive(Serialize, JsonSchema)]
pub(super) struct Schemas(BTreeMap<String, Value>);

fn sides(size: Size) -> [i32; 2] {
    [size.width, size.height]
}

/// Returns the value as saved maps spell it.
fn to_json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

fn generator(entry: &'static Entry) -> GeneratorView {
    GeneratorView {
        id: entry.id,
        kind: entry.kind.name(),
        revision: entry.revision,
        promises: entry.promises.names().collect(),
        min_size: sides(entry.min_size()),
        natural_size: sides(entry.natural),
        summary: entry.summary(),
        description: reference::about(entry).join("\n\n"),
    }
}

fn preset(preset: &'static presets::Preset) -> PresetView {
    let recipe = preset.recipe();
    PresetView {
        name: preset.name,
        title: recipe.title.clone(),
        summary: recipe.summary.clone(),
        size: recipe.size.unwrap_or([80, 50]),
        toml: preset.text,
        recipe,
    }
}

fn style(name: &'static str) -> StyleView {
    let mut title = name.replace('-', " ");
    title[..1].make_ascii_uppercase();
    let style = Style::named(name).unwrap_or_default();
    let colors = &style.colors;
    let colors = [
        ("paper", colors.paper),
        ("floor", colors.floor),
        ("wall", colors.wall),
        ("line", colors.line),
        ("water", colors.water),
        ("hatch", colors.hatch),
        ("hatch_ground", colors.hatch_ground),
        ("text", colors.text),
    ];
    let hex = |Color { r, g, b, a }: Color| match a {
        255 => format!("#{r:02x}{g:02x}{b:02x}"),
        a => format!("#{r:02x}{g:02x}{b:02x}{a:02x}"),
    };
    StyleView { name, title, tiles: style.tiles.on, colors: colors.map(|(name, color)| (name, hex(color))).into() }
}

/// Lists everything that requests can refer to.
pub(super) async fn list(State(studio): State<Arc<Studio>>) -> Response {
    let thing = |(thing, char): (Thing, char)| {
        let rank = Thing::ALL.len() - thing as usize;
        ThingView { code: rank as u8, name: format!("{thing:?}").to_lowercase(), char }
    };
    json(&ListView {
        version: env!("CARGO_PKG_VERSION"),
        generators: registry::ALL.iter().map(generator).collect(),
        presets: presets::ALL.iter().map(preset).collect(),
        styles: Style::names().map(style).collect(),
        layers: LAYERS.to_vec(),
        water: WaterLevel::ALL.map(|(name, _)| name).to_vec(),
        views: View::ALL.map(|(_, name)| name).to_vec(),
        papers: Paper::ALL.map(|(_, name)| name).to_vec(),
        squares: Square::ALL.map(|(_, name)| name).to_vec(),
        pages: Pages::ALL.map(|(_, name)| name).to_vec(),
        door_kinds: DoorKind::ALL.iter().map(to_json).collect(),
        door_states: DoorState::ALL.iter().map(to_json).collect(),
        formats: formats()
            .map(|format| FormatView {
                name: format,
                title: format.title(),
                group: format.group(),
                usage: format.usage(),
                r#type: media_type(format),
                extension: extension(format),
            })
            .collect(),
        tiles: Tile::ALL
            .map(|(tile, char)| TileView {
                code: tile.code(),
                name: tile.to_string(),
                char,
                walkable: tile.is_walkable(),
            })
            .into(),
        things: Thing::ALL.into_iter().zip(['@', 'E', 'k', 'm', '$', '^', '*']).map(thing).collect(),
        heats: Heat::ALL
            .map(|heat| HeatKindView {
                name: heat.name(),
                title: heat.title(),
                unit: heat.unit(),
                meaning: heat.meaning(),
            })
            .into(),
        metrics: metrics::ALL
            .iter()
            .map(|metric| MetricKindView { name: metric.name, unit: metric.unit, summary: metric.meaning })
            .collect(),
        themes: themes::all()
            .iter()
            .map(|theme| ThemeView { name: theme.name.to_string(), summary: theme.summary.to_string() })
            .collect(),
        limits: LimitsView {
            tiles: studio.limits.max_tiles,
            body: MAX_BODY_BYTES,
            import: MAX_IMPORT_BYTES,
            cell: MAX_CELL,
            pixels: MAX_PIXELS,
            moments: MAX_MOMENTS,
        },
    })
}

/// Returns the parameter schemas of all algorithms, and the schema of recipes.
pub(super) async fn schemas() -> Response {
    let mut all: BTreeMap<String, Value> =
        registry::ALL.iter().map(|entry| (entry.id.to_owned(), entry.schema())).collect();
    all.insert("recipe".to_owned(), Recipe::schema());
    json(&Schemas(all))
}

/// Returns the parameter schema of one algorithm, or the schema of recipes.
pub(super) async fn schema(Path(id): Path<String>) -> Result<Response, ApiError> {
    if id == "recipe" {
        return Ok(json(&Recipe::schema()));
    }
    let entry = registry::find(registry::ALL, &id).ok_or_else(|| not_found(&format!("/api/schema/{id}")))?;
    Ok(json(&entry.schema()))
}

/// Returns the version; shows that the studio is running.
pub(super) async fn health() -> Response {
    json(&json!({"version": env!("CARGO_PKG_VERSION")}))
}
