"""others.py: the first bytes of files that often lie in the place of a supported file, by name."""

OTHERS = {
    "git-lfs": b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0123456789abcdef" * 4 + b"\nsize 20480\n",
    "web-page": b"\r\n<!DOCTYPE html>\r\n<html lang=\"en\">\r\n",
    "web-page-mark": b"\xef\xbb\xbf<html><head><title>404</title></head></html>\n",
    "not-found": b"404: Not Found",
    "zip": b"PK\3\4\x14\0\0\0\x08\0",
    "zip-empty": b"PK\5\6" + bytes(18),
    "7z": b"7z\xbc\xaf\x27\x1c\0\4",
    "rar": b"Rar!\x1a\7\1\0",
    "gzip": b"\x1f\x8b\x08\0\0\0\0\0",
    "zstd": b"\x28\xb5\x2f\xfd\4\0",
    "png": b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR",
    "jpeg": b"\xff\xd8\xff\xe0\0\x10JFIF\0",
    "dds": b"DDS \x7c\0\0\0",
    "blender": b"BLENDER-v300",
    "fbx": b"Kaydara FBX Binary  \0\x1a\0",
    "fbx-text": b"; FBX 7.4.0 project file\n; ------\n",
    "gltf": b"glTF\2\0\0\0",
    "obj": b"# Blender v3.0 OBJ File: 'hull.blend'\n# www.blender.org\n\nmtllib hull.mtl\no Hull\nv 1.0 0.0 0.0\n",
    "xml": b"<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<components>\n",
    "xml-bare": b"<add sel=\"//components\">\n",
    "zeros": bytes(1000),
    "utf-8": b"\xef\xbf\xbd\xef\xbf\xbd\0\0",
    "utf-16": "hull.xmf\r\n".encode("utf-16"),
    "text": b"Put the mesh here before the next release.\n",
}
# Similar to the others, but not recognised.
NONE = {
    "few-letters": b"todo\n",
    "almost-zeros": bytes(999) + b"\1",
    "binary": b"\1\2\3\4version https://git-lfs.github.com/spec/v1\n",
    "comments": b"# of a mesh\n# nothing\n\1\2\3\n",
}
