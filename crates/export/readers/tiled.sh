#!/bin/sh
# Reads a folder of Tiled files (NAME.tmx, NAME.tmj and NAME-tiles.png) with programs that are not
# ours, and compares what they see. Needs tmxrasterizer (Debian: tiled), Python with Pillow and
# pytiled-parser 2.2.9, and node with phaser and jsdom.
#
#   tiled.sh FOLDER
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
export QT_QPA_PLATFORM=offscreen
for map in "$folder"/*.tmx; do
    name=${map%.tmx}
    rm -f "$name.rasterized.png"
    set -- --no-smoothing
    for layer in ground walls rugs fittings decorations; do
        set -- "$@" --show-layer "$layer"
    done
    tmxrasterizer "$@" "$map" "$name.rasterized.png" 2> /dev/null
    python3 "$here/check_tmx.py" "$name"
done
node "$here/phaser.mjs" "$folder"
