# Opens every scene of the project, and prints what Godot made of it. Run by godot.sh.
extends SceneTree

func _init() -> void:
	var failed := false
	for file in DirAccess.get_files_at("res://"):
		if file.get_extension() == "tscn":
			failed = not check(file) or failed
	quit(1 if failed else 0)

func check(file: String) -> bool:
	var packed := load("res://" + file) as PackedScene
	if packed == null:
		printerr(file, ": not a scene")
		return false
	var map := packed.instantiate()
	root.add_child(map)
	var expected: Dictionary = JSON.parse_string(FileAccess.get_file_as_string("res://" + file.get_basename() + ".expected"))
	var counts := {}
	var solid := {}
	var ways := {}
	for layer in map.find_children("*", "TileMapLayer"):
		var cells: Array[Vector2i] = layer.get_used_cells()
		counts[String(layer.name)] = cells.size()
		for cell in cells:
			var data: TileData = layer.get_cell_tile_data(cell)
			if data == null:
				printerr(file, ": no tile at ", cell)
				return false
			if data.get_collision_polygons_count(0) > 0:
				solid[cell] = true
			if data.get_navigation_polygon(0) != null:
				ways[cell] = true
	var tile_set: TileSet = map.find_children("*", "TileMapLayer")[0].tile_set
	var found := {
		"layers": counts,
		"markers": map.find_children("*", "Marker2D").size(),
		"solid": solid.size(),
		"ways": ways.size(),
		"terrains": tile_set.get_terrains_count(0) if tile_set.get_terrain_sets_count() > 0 else 0,
	}
	for marker in map.find_children("*", "Marker2D"):
		for key in ["opens", "joins"]:
			for path in marker.get_meta(key, []):
				if marker.get_node_or_null(path) == null:
					printerr(file, ": ", marker.get_path(), " leads to ", path)
					return false
	map.free()
	for key in expected:
		if str(found[key]) != str(cleaned(expected[key])):
			printerr(file, ": ", key, " is ", found[key], " instead of ", expected[key])
			return false
	print(file, ": ", found)
	return true

# Numbers of JSON files are floats.
func cleaned(value: Variant) -> Variant:
	if value is float:
		return int(value)
	if value is Dictionary:
		var whole := {}
		for key in value:
			whole[key] = cleaned(value[key])
		return whole
	return value
