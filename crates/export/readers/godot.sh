#!/bin/sh
# Opens exported scenes in Godot 4.3 or newer, without a window.
#
#   godot.sh FOLDER
#   GODOT_ROOT=DIR godot.sh FOLDER      # with the Godot of another system, installed in DIR:
#                                       # debootstrap --variant=minbase sid DIR
#                                       # chroot DIR apt-get install godot
#
# FOLDER has *.tscn files with their pictures. A copy of it becomes a project. Exits with an error
# if Godot complains, or finds other cells, collisions, navigation or markers than the files hold.
set -eu
folder=$1
root=${GODOT_ROOT:-}
here=$(cd "$(dirname "$0")" && pwd)
project=$(mktemp -d "$root/tmp/scenes.XXXXXX")
trap 'rm -rf "$project"' EXIT
cp "$folder"/*.tscn "$folder"/*.png "$here/check.gd" "$project"
python3 "$here/godot_expected.py" "$project"
printf 'config_version=5\n[application]\nconfig/name="check"\n' > "$project/project.godot"

godot_here() {
    if [ -n "$root" ]; then
        chroot "$root" godot --headless --path "${project#"$root"}" "$@"
    else
        godot --headless --path "$project" "$@"
    fi
}

godot_here --import > "$project/import.log" 2>&1
godot_here -s check.gd > "$project/check.log" 2>&1 || { cat "$project/check.log" >&2; exit 1; }
cat "$project/check.log"
# A system without /proc and certificates says so; that is no matter of scenes.
if grep -hE 'ERROR|WARNING' "$project/import.log" "$project/check.log" | grep -vE 'executable path|X509Certificate' >&2; then
    exit 1
fi
