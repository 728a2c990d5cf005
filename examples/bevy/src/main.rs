//! A Mapwright campaign in Bevy's built-in tile map: walk with the arrow keys, take the stairs.
//!
//! A level is one `TilemapChunk` as large as the map. The tile set is made in code, a coloured
//! square for every kind of tile; a game loads its own picture instead. Cells in view are bright,
//! remembered cells dim, unknown cells invisible.

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::sprite_render::{TileData, TilemapChunk, TilemapChunkTileData};
use mapwright::campaign::{self, CampaignPlan};
use mapwright::game::{Seen, Sight};
use mapwright::{DoorState, EntityKind, Map, Pos, Seed, Tile, registry};

/// Side of a tile on the screen, in pixels.
const TILE: u32 = 24;
/// Distance that the player can see, in tiles.
const RADIUS: u32 = 9;
/// Seed of the campaign.
const SEED: Seed = Seed::new(7);

/// Colours of the tile set. The position in this list is the index of the tile.
const COLORS: [[u8; 4]; 7] = [
    [110, 100, 92, 255],  // wall
    [58, 54, 50, 255],    // floor
    [150, 96, 48, 255],   // closed door
    [84, 66, 46, 255],    // open door
    [48, 92, 150, 255],   // water
    [210, 190, 120, 255], // stairs
    [180, 48, 48, 255],   // monster
];

/// Returns the index of a tile in the tile set, or `None` if nothing is drawn there.
fn tile_index(tile: Tile) -> Option<u16> {
    match tile {
        Tile::Void => None,
        Tile::Wall | Tile::DoorSecret => Some(0),
        Tile::Floor | Tile::Bridge => Some(1),
        Tile::DoorClosed | Tile::DoorLocked | Tile::Portcullis => Some(2),
        Tile::DoorOpen => Some(3),
        Tile::Water => Some(4),
        Tile::StairsUp | Tile::StairsDown => Some(5),
    }
}

#[derive(Resource)]
struct Game {
    campaign: CampaignPlan,
    /// Number of the level, from 1.
    number: u32,
    level: Level,
}

struct Level {
    map: Map,
    sight: Sight,
    seen: Seen,
    player: Pos,
}

impl Game {
    fn new() -> Result<Game, mapwright::Error> {
        let shipped = campaign::find("descent").expect("a shipped campaign");
        let campaign = shipped.campaign().plan(registry::ALL)?;
        let level = Level::enter(campaign.level(1, SEED)?);
        Ok(Game { campaign, number: 1, level })
    }

    /// Enters the next level, if there is one.
    fn descend(&mut self) -> Result<(), mapwright::Error> {
        if self.number < self.campaign.levels() {
            self.level = Level::enter(self.campaign.level(self.number + 1, SEED)?);
            self.number += 1;
        }
        Ok(())
    }
}

impl Level {
    fn enter(map: Map) -> Level {
        let player = map.way_in().expect("a level has an entrance");
        let (sight, mut seen) = (Sight::of(&map), Seen::new(map.size()));
        seen.look(&sight, player, RADIUS);
        Level { map, sight, seen, player }
    }

    /// Takes one step, or opens the door in the way.
    fn step(&mut self, to: Pos) {
        if self.map.tiles[to] == Tile::DoorClosed {
            self.map.set_door(to, DoorState::Open);
            self.sight.update(&self.map, to);
        } else if self.map.tiles[to].is_walkable() {
            self.player = to;
        }
        self.seen.look(&self.sight, self.player, RADIUS);
    }

    /// Returns the tile of every cell, row by row. A chunk begins with its lowest row.
    fn tiles(&self) -> Vec<Option<TileData>> {
        let monsters = self.map.entities.iter().filter(|entity| entity.kind == EntityKind::Monster);
        let monsters: Vec<Pos> = monsters.map(|entity| entity.pos).collect();
        let cell = |pos: Pos| {
            let visible = self.seen.visible().contains(pos);
            let index = match visible && monsters.contains(&pos) {
                true => 6,
                false => tile_index(self.map.tiles[pos])?,
            };
            let color = if visible { Color::WHITE } else { Color::srgb(0.4, 0.4, 0.5) };
            self.seen.explored().contains(pos).then_some(TileData { tileset_index: index, color, ..default() })
        };
        let size = self.map.size();
        (0..size.height).rev().flat_map(|y| (0..size.width).map(move |x| Pos::new(x, y))).map(cell).collect()
    }

    /// Returns the place of a cell on the screen. The map is centred, and its y axis points down.
    fn place(&self, pos: Pos) -> Vec3 {
        let size = self.map.size();
        let x = pos.x as f32 + 0.5 - size.width as f32 / 2.0;
        let y = size.height as f32 / 2.0 - pos.y as f32 - 0.5;
        Vec3::new(x * TILE as f32, y * TILE as f32, 1.0)
    }
}

#[derive(Component)]
struct Player;

fn main() -> Result<(), mapwright::Error> {
    App::new()
        .add_plugins(DefaultPlugins)
        .insert_resource(ClearColor(Color::BLACK))
        .insert_resource(Game::new()?)
        .add_systems(Startup, setup)
        .add_systems(Update, (walk, show).chain())
        .run();
    Ok(())
}

/// Makes the tile set: one layer of an array texture for every tile.
fn tile_set() -> Image {
    let size = Extent3d { width: TILE, height: TILE, depth_or_array_layers: COLORS.len() as u32 };
    let tile = |color: &[u8; 4]| color.repeat((TILE * TILE) as usize);
    let pixels = COLORS.iter().flat_map(tile).collect();
    Image::new(size, TextureDimension::D2, pixels, TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::RENDER_WORLD)
}

fn setup(mut commands: Commands, mut images: ResMut<Assets<Image>>, game: Res<Game>) {
    let size = game.level.map.size();
    commands.spawn((Camera2d, Transform::from_translation(game.level.place(game.level.player))));
    commands.spawn((
        TilemapChunk {
            chunk_size: UVec2::new(size.width as u32, size.height as u32),
            tile_display_size: UVec2::splat(TILE),
            tileset: images.add(tile_set()),
            ..default()
        },
        TilemapChunkTileData(game.level.tiles()),
    ));
    let player = Sprite::from_color(Color::srgb(0.95, 0.9, 0.3), Vec2::splat(TILE as f32 * 0.7));
    commands.spawn((Player, player, Transform::from_translation(game.level.place(game.level.player))));
}

/// Moves the player by the arrow keys. Stairs down lead to the next level.
fn walk(keys: Res<ButtonInput<KeyCode>>, mut game: ResMut<Game>) {
    let step = [
        (KeyCode::ArrowLeft, (-1, 0)),
        (KeyCode::ArrowRight, (1, 0)),
        (KeyCode::ArrowUp, (0, -1)),
        (KeyCode::ArrowDown, (0, 1)),
    ];
    let Some((_, (dx, dy))) = step.into_iter().find(|(key, _)| keys.just_pressed(*key)) else { return };
    let to = Pos::new(game.level.player.x + dx, game.level.player.y + dy);
    game.level.step(to);
    if game.level.map.tiles[game.level.player] == Tile::StairsDown
        && let Err(error) = game.descend()
    {
        error!("{error}");
    }
}

/// Shows the level as the player sees it, after something has changed.
fn show(
    game: Res<Game>,
    mut tiles: Single<&mut TilemapChunkTileData>,
    mut player: Single<&mut Transform, (With<Player>, Without<Camera2d>)>,
    mut camera: Single<&mut Transform, With<Camera2d>>,
) {
    if game.is_changed() {
        tiles.0 = game.level.tiles();
        player.translation = game.level.place(game.level.player);
        camera.translation = game.level.place(game.level.player);
    }
}
