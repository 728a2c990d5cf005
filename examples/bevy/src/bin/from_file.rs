//! Reads a map that `mapwright generate dungeon -o crypt.json` saved, and spawns it as Bevy's
//! built-in tile map: `cargo run --bin from_file crypt.json`.

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::sprite_render::{TileData, TilemapChunk, TilemapChunkTileData};
use mapwright::{Map, Pos, Tile, saved};

/// Side of a tile on the screen, in pixels.
const TILE: u32 = 12;

#[derive(Resource)]
struct Level(Map);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which file? from_file crypt.json")?;
    let map = saved::read(std::fs::File::open(path)?, &saved::Limits::default())?;
    App::new().add_plugins(DefaultPlugins).insert_resource(Level(map)).add_systems(Startup, spawn).run();
    Ok(())
}

/// Spawns the map as one chunk, with a grey square for every kind of tile.
fn spawn(mut commands: Commands, mut images: ResMut<Assets<Image>>, level: Res<Level>) {
    let map = &level.0;
    let shade = |index: usize| [20 * index as u8 + 15, 20 * index as u8 + 15, 18 * index as u8 + 20, 255];
    let pixels = (0..Tile::ALL.len()).flat_map(|index| shade(index).repeat((TILE * TILE) as usize)).collect();
    let extent = Extent3d { width: TILE, height: TILE, depth_or_array_layers: Tile::ALL.len() as u32 };
    let format = TextureFormat::Rgba8UnormSrgb;
    let picture = Image::new(extent, TextureDimension::D2, pixels, format, RenderAssetUsages::RENDER_WORLD);
    // A chunk begins with its lowest row.
    let (width, height) = (map.size().width, map.size().height);
    let cells = (0..height).rev().flat_map(|y| (0..width).map(move |x| Pos::new(x, y)));
    let tile = |pos: Pos| TileData { tileset_index: map.tiles[pos].code().into(), ..default() };
    let tiles = cells.map(|pos| (map.tiles[pos] != Tile::Void).then(|| tile(pos))).collect();
    commands.spawn(Camera2d);
    commands.spawn((
        TilemapChunk {
            chunk_size: UVec2::new(width as u32, height as u32),
            tile_display_size: UVec2::splat(TILE),
            tileset: images.add(picture),
            ..default()
        },
        TilemapChunkTileData(tiles),
    ));
}
