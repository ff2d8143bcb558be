#!/usr/bin/env python3
"""check.py: checks the promises about the files of a release.

    check.py OUT --time SECONDS

OUT has all files and no others, SHA256SUMS has the sum of each, packed files belong to user and group 0 and are no younger
than SECONDS, no file or archive has a name or a time of its build, and the SBOM is SPDX 2.3 and names all linked libraries.
"""

import argparse
import calendar
import io
import json
import pathlib
import re
import struct
import sys
import tarfile
import zipfile

import jsonschema

from linked import sha256

TEXT = {"type": "string", "minLength": 1}
ID = {"type": "string", "pattern": "^SPDXRef-[A-Za-z0-9.-]+$"}
SHA256 = {"type": "object", "required": ["algorithm", "checksumValue"],
          "properties": {"algorithm": {"const": "SHA256"}, "checksumValue": {"pattern": "^[0-9a-f]{64}$"}}}
# What SPDX 2.3 requires of the parts that we use, and what we require of parts that it leaves open.
PACKAGE = {
    "type": "object", "additionalProperties": False,
    "required": ["SPDXID", "name", "versionInfo", "packageFileName", "downloadLocation", "checksums", "licenseDeclared"],
    "properties": {
        "SPDXID": ID, "name": TEXT, "versionInfo": TEXT, "packageFileName": TEXT, "downloadLocation": TEXT,
        "filesAnalyzed": {"const": False}, "checksums": {"type": "array", "minItems": 1, "items": SHA256},
        "licenseConcluded": TEXT, "licenseDeclared": TEXT, "copyrightText": TEXT, "sourceInfo": TEXT,
        "supplier": {"type": "string", "pattern": "^(Person|Organization): .+$"},
        "primaryPackagePurpose": {"enum": ["APPLICATION", "LIBRARY", "SOURCE"]},
        "externalRefs": {"type": "array", "items": {
            "type": "object", "additionalProperties": False,
            "required": ["referenceCategory", "referenceType", "referenceLocator"],
            "properties": {"referenceCategory": {"const": "PACKAGE-MANAGER"}, "referenceType": {"const": "purl"},
                           "referenceLocator": {"pattern": r"^pkg:deb/debian/[a-z0-9.+-]+@[^@\s]+$"}}}}}}
DOCUMENT = {
    "type": "object", "additionalProperties": False,
    "required": ["spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace", "creationInfo", "packages",
                 "relationships"],
    "properties": {
        "spdxVersion": {"const": "SPDX-2.3"}, "dataLicense": {"const": "CC0-1.0"}, "SPDXID": {"const": "SPDXRef-DOCUMENT"},
        "name": TEXT, "documentNamespace": {"type": "string", "pattern": "^https://[^#\\s]+$"},
        "creationInfo": {
            "type": "object", "additionalProperties": False, "required": ["created", "creators"],
            "properties": {"created": {"pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"},
                           "creators": {"type": "array", "minItems": 1,
                                        "items": {"pattern": "^(Person|Organization|Tool): .+$"}}}},
        "packages": {"type": "array", "minItems": 1, "items": PACKAGE},
        "relationships": {"type": "array", "minItems": 1, "items": {
            "type": "object", "additionalProperties": False,
            "required": ["spdxElementId", "relationshipType", "relatedSpdxElement"],
            "properties": {"spdxElementId": ID, "relatedSpdxElement": ID, "relationshipType": {
                "enum": ["DESCRIBES", "GENERATED_FROM", "STATIC_LINK", "DYNAMIC_LINK"]}}}},
        "hasExtractedLicensingInfos": {"type": "array", "items": {
            "type": "object", "additionalProperties": False, "required": ["licenseId", "extractedText"],
            "properties": {"licenseId": {"pattern": "^LicenseRef-[A-Za-z0-9.-]+$"}, "extractedText": TEXT}}}}}
LICENCE = r"(LicenseRef-[\w.-]+|[A-Z][\w.+-]*|bzip2-1\.0\.6)( WITH [\w.-]+)?"
EXPRESSION = re.compile(rf"\(?{LICENCE}\)?( (AND|OR) \(?{LICENCE}\)?)*")
LIBRARIES = {"zlib", "libdeflate", "cJSON", "expat", "libarchive", "xz", "bzip2"}


class BrokenPromise(Exception):
    """A file is not as promised."""


def require(condition, what):
    if not condition:
        raise BrokenPromise(what)


def names_of(version):
    return {f"assetlint-{version}{end}" for end in (
        ".tar.gz", "-linux-x86_64.tar.gz", "-linux-arm64.tar.gz", "-windows-x86_64.zip", "-web.zip", "-npm.tgz", ".spdx.json")} | {
            f"assetlint_{version}_amd64.deb", f"libassetlint-dev_{version}_amd64.deb", "SHA256SUMS"}


def check_sums(out):
    sums = (out / "SHA256SUMS").read_text(encoding="ascii").splitlines()
    wanted = [f"{sha256(path)}  {path.name}" for path in sorted(out.iterdir()) if path.name != "SHA256SUMS"]
    require(sums == wanted, "SHA256SUMS has other sums or names")


def check_name(name, where):
    parts = pathlib.PurePosixPath(name).parts
    require(not name.startswith("/") and ".." not in parts, f"{where}: {name} is outside of it")


def check_tar(data, youngest, where):
    require(data[:3] != b"\x1f\x8b\x08" or (data[3] & 0x1c == 0 and struct.unpack_from("<I", data, 4)[0] <= youngest),
            f"{where}: gzip has a name or a time of its own")
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        members = tar.getmembers()
    require(members, f"{where} is empty")
    for one in members:
        check_name(one.name, where)
        require((one.uid, one.gid) == (0, 0) and one.uname in ("", "root") and one.gname in ("", "root"),
                f"{where}: {one.name} belongs to {one.uid} {one.uname}, {one.gid} {one.gname}")
        require(one.mtime <= youngest, f"{where}: {one.name} is younger than the commit")
        require(one.mode & 0o7022 == 0 or one.issym(), f"{where}: {one.name} has the mode {one.mode:o}")
    return {one.name for one in members}


def check_zip(data, youngest, where):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        require(archive.testzip() is None, f"{where} is damaged")
        for one in archive.infolist():
            check_name(one.filename, where)
            require(calendar.timegm(one.date_time) <= youngest, f"{where}: {one.filename} is younger than the commit")
            require(one.extra == b"", f"{where}: {one.filename} has extra owners or times")
        return set(archive.namelist())


def check_deb(data, youngest, where):
    require(data[:8] == b"!<arch>\n", f"{where} is not a package")
    at, names = 8, []
    while at < len(data):
        name, time, owner, group, _, size, _ = struct.unpack_from("16s12s6s6s8s10s2s", data, at)
        names.append(name.decode().rstrip(" /"))
        require((int(owner), int(group)) == (0, 0) and int(time) <= youngest, f"{where}: {names[-1]} has an owner or a time")
        at += 60
        if names[-1].endswith(".tar.gz"):
            check_tar(data[at:at + int(size)], youngest, f"{where}/{names[-1]}")
        at += int(size) + int(size) % 2
    require(names == ["debian-binary", "control.tar.gz", "data.tar.gz"], f"{where} has {names}")


def check_exe(data, youngest, where):
    at, = struct.unpack_from("<I", data, 0x3C)
    signature, machine, _, time = struct.unpack_from("<4sHHI", data, at)
    require((signature, machine) == (b"PE\0\0", 0x8664), f"{where} is not a program for Windows on x86-64")
    require(time <= youngest, f"{where} is younger than the commit")


def check_sbom(sbom, out, youngest):
    jsonschema.Draft7Validator.check_schema(DOCUMENT)
    jsonschema.Draft7Validator(DOCUMENT).validate(sbom)
    packages = {one["SPDXID"]: one for one in sbom["packages"]}
    require(len(packages) == len(sbom["packages"]), "SBOM: an id occurs twice")
    known = {one["licenseId"] for one in sbom.get("hasExtractedLicensingInfos", [])}
    for one in sbom["packages"]:
        require(EXPRESSION.fullmatch(one["licenseDeclared"]), f"SBOM: {one['licenseDeclared']} is not a licence expression")
        for name in re.findall(r"LicenseRef-[\w.-]+", one["licenseDeclared"]):
            require(name in known, f"SBOM: {name} is not defined")
        if one["name"] == "assetlint":
            require(one["checksums"][0]["checksumValue"] == sha256(out / one["packageFileName"]),
                    f"SBOM: {one['packageFileName']} has another sum")
    linked = {}
    for one in sbom["relationships"]:
        for end in (one["spdxElementId"], one["relatedSpdxElement"]):
            require(end in packages or end == "SPDXRef-DOCUMENT", f"SBOM: {end} does not exist")
        if one["relationshipType"].endswith("_LINK"):
            linked.setdefault(packages[one["spdxElementId"]]["packageFileName"], set()).add(
                packages[one["relatedSpdxElement"]]["name"])
    own = {one["packageFileName"] for one in packages.values() if one["name"] == "assetlint"}
    require(own == {path.name for path in out.iterdir()} - {"SHA256SUMS"} - {one.name for one in out.glob("*.spdx.json")},
            "SBOM: it doesn't name the files of the release")
    for name, libraries in linked.items():
        wanted = LIBRARIES - {"xz", "bzip2"} if name.endswith(".deb") else set(LIBRARIES)
        if "linux" in name or name.endswith(".deb"):
            wanted.add("libseccomp")
        require(wanted <= libraries, f"SBOM: {name} lacks {wanted - libraries}")
    require(len(linked) == len(own) - 1, "SBOM: a file has no libraries")
    require(calendar.timegm(tuple(map(int, re.findall(r"\d+", sbom["creationInfo"]["created"])))) <= youngest,
            "SBOM: it is younger than the commit")
    return linked


def check_licences(names, libraries, where):
    """Each library in the program has its licence text in the archive."""
    texts = {pathlib.PurePosixPath(name).stem for name in names if "/licences/" in f"/{name}"}
    require(libraries <= texts, f"{where}: no licence text of {libraries - texts}")


def check(out, youngest):
    sboms = list(out.glob("assetlint-*.spdx.json"))
    require(len(sboms) == 1, "there is no SBOM, or more than one")
    version = sboms[0].name[len("assetlint-"):-len(".spdx.json")]
    found = {path.name for path in out.iterdir()}
    require(found == names_of(version), f"missing: {names_of(version) - found}, more: {found - names_of(version)}")
    check_sums(out)
    linked = check_sbom(json.loads(sboms[0].read_text(encoding="utf-8")), out, youngest)
    for path in sorted(out.iterdir()):
        data = path.read_bytes()
        if path.suffix == ".deb":
            check_deb(data, youngest, path.name)
        elif path.suffix == ".zip":
            check_licences(check_zip(data, youngest, path.name), linked[path.name], path.name)
        elif path.name == f"assetlint-{version}.tar.gz":
            check_tar(data, youngest, path.name)
        elif path.suffix in (".gz", ".tgz"):
            check_licences(check_tar(data, youngest, path.name), linked[path.name], path.name)
    with zipfile.ZipFile(out / f"assetlint-{version}-windows-x86_64.zip") as archive:
        check_exe(archive.read("assetlint.exe"), youngest, "assetlint.exe")
    return len(found)


def main():
    parser = argparse.ArgumentParser(description="Check the promises about the files of a release.")
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--time", type=int, required=True)
    given = parser.parse_args()
    try:
        count = check(given.out, given.time)
    except (BrokenPromise, jsonschema.ValidationError) as wrong:
        print(f"check.py: {wrong.message if isinstance(wrong, jsonschema.ValidationError) else wrong}", file=sys.stderr)
        return 1
    print(f"{count} files, all as promised: {given.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
