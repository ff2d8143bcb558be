#!/usr/bin/env python3
"""make_icon: writes assetlint.ico into its folder: a mesh of two triangles, one of them with a tick.

    cmake/windows/make_icon.py
"""

import pathlib
import struct

SIZES = (16, 32, 48)
GROUND, LINE, TICK = (43, 58, 85), (140, 170, 210), (94, 201, 120)
FINE = 4  # each pixel is the mean of FINE x FINE points


def distance(x, y, ax, ay, bx, by):
    """The distance of a point from the line between two others."""
    along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    along = min(1, max(0, along))
    return ((x - ax - along * (bx - ax)) ** 2 + (y - ay - along * (by - ay)) ** 2) ** 0.5


def color_at(x, y):
    """Red, green, blue and opacity of a point; both coordinates are from 0 to 1."""
    if distance(x, y, 0.18, 0.5, 0.82, 0.5) > 0.5 and distance(x, y, 0.5, 0.18, 0.5, 0.82) > 0.5:
        return 0, 0, 0, 0
    corner = max(abs(x - 0.5), abs(y - 0.5))
    if corner > 0.48:
        return 0, 0, 0, 0
    if min(distance(x, y, 0.3, 0.55, 0.45, 0.72), distance(x, y, 0.45, 0.72, 0.76, 0.32)) < 0.075:
        return *TICK, 255
    edges = ((0.14, 0.86, 0.86, 0.86), (0.14, 0.86, 0.14, 0.14), (0.14, 0.14, 0.86, 0.14), (0.86, 0.14, 0.86, 0.86),
             (0.14, 0.86, 0.86, 0.14))
    if min(distance(x, y, *edge) for edge in edges) < 0.025:
        return *LINE, 255
    return *GROUND, 255


def pixel(x, y, size):
    points = [color_at((x + (i + 0.5) / FINE) / size, (y + (k + 0.5) / FINE) / size)
              for i in range(FINE) for k in range(FINE)]
    opacity = sum(point[3] for point in points)
    if opacity == 0:
        return bytes(4)
    red, green, blue = (sum(point[i] * point[3] for point in points) // opacity for i in range(3))
    return bytes((blue, green, red, opacity // len(points)))


def image(size):
    """A bitmap of an icon: rows from below, and an empty mask, since the pixels have their opacity."""
    head = struct.pack("<IiiHHIIiiII", 40, size, 2 * size, 1, 32, 0, 0, 0, 0, 0, 0)
    rows = b"".join(pixel(x, y, size) for y in reversed(range(size)) for x in range(size))
    return head + rows + bytes((size + 31) // 32 * 4 * size)


def main():
    images = [image(size) for size in SIZES]
    at = 6 + 16 * len(images)
    data = struct.pack("<HHH", 0, 1, len(images))
    for size, bitmap in zip(SIZES, images):
        data += struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(bitmap), at)
        at += len(bitmap)
    pathlib.Path(__file__).with_name("assetlint.ico").write_bytes(data + b"".join(images))


if __name__ == "__main__":
    main()
