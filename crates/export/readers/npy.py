#!/usr/bin/env python3
"""Compares the tables of a folder: NAME.npy, NAME.csv and NAME.txt of one map.

Usage: npy.py FOLDER

Needs numpy. Exits with 1 and a message on the first mismatch.
"""

import csv
import pathlib
import sys

import numpy

# The characters of text maps, in the order of the codes of tiles.
CHARACTERS = " #.+'LS|~=<>"


def fail(message):
    sys.exit(f"npy.py: {message}")


def rows_of_text(path):
    lines = path.read_text(encoding="utf-8").split("\n")
    return [[CHARACTERS.index(c) for c in line] for line in lines if line]


def main(folder):
    arrays = sorted(folder.glob("*.npy"))
    if not arrays:
        fail(f"no file ends in .npy in {folder}")
    for path in arrays:
        array = numpy.load(path, allow_pickle=False)
        if array.dtype != numpy.uint8 or array.ndim != 2 or not array.flags["C_CONTIGUOUS"]:
            fail(f"{path}: {array.dtype} in {array.ndim} dimensions")
        with open(path.with_suffix(".csv"), newline="", encoding="ascii") as file:
            table = [[int(cell) for cell in row] for row in csv.reader(file)]
        if array.tolist() != table:
            fail(f"{path}: differs from the CSV")
        text = path.with_suffix(".txt")
        if text.exists() and array.tolist() != rows_of_text(text):
            fail(f"{path}: differs from the text map")
        height, width = array.shape
        print(f"{path.name}: {width}x{height}, the same tiles in all tables")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        fail("usage: npy.py FOLDER")
    main(pathlib.Path(sys.argv[1]))
