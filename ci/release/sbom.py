#!/usr/bin/env python3
"""sbom.py: writes the SBOM of a release: its files and the libraries in them, as SPDX 2.3 in JSON.

    sbom.py --version VERSION --commit HASH --time SECONDS --homepage URL SOURCE FILE[=LIST]...

SOURCE is the archive of the sources, each FILE is built from it, and LIST is the list of the libraries in the file, written
by linked.py. The same arguments and files give the same bytes.
"""

import argparse
import datetime
import json
import os
import pathlib
import re
import urllib.parse

from linked import sha256

DOCUMENT = "SPDXRef-DOCUMENT"
NAMELESS = "https://spdx.org/spdxdocs"      # for documents of projects without a home, says SPDX
# Licences that SPDX has no name for.
OTHER_LICENCES = {"LicenseRef-xz-public-domain": "liblzma is in the public domain."}


def identifier(*parts):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", "-".join(parts))


def package(spdx_id, name, version, file, checksum, licence, **more):
    return {"SPDXID": spdx_id, "name": name, "versionInfo": version, "packageFileName": file, "filesAnalyzed": False,
            "downloadLocation": "NOASSERTION", "checksums": [{"algorithm": "SHA256", "checksumValue": checksum}],
            "licenseConcluded": "NOASSERTION", "licenseDeclared": licence, "copyrightText": "NOASSERTION", **more}


def released(path, version):
    name = os.path.basename(path)
    return package(identifier("Release", name), "assetlint", version, name, sha256(path), "MIT",
                   supplier="Organization: The assetlint authors",
                   primaryPackagePurpose="SOURCE" if name == f"assetlint-{version}.tar.gz" else "APPLICATION")


def library_id(one):
    return identifier("Library", one["name"], one["version"], one["file"])


def library(one):
    purl = f"pkg:deb/debian/{one['source']}@{urllib.parse.quote(one['version'], safe='')}?arch=source&distro=bookworm"
    # A library of the system has the version of a binary package, which may differ from that of the source.
    reference = {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}
    return package(library_id(one), one["name"], one["version"], one["file"], one["sha256"], one["licence"],
                   supplier="Organization: Debian", primaryPackagePurpose="LIBRARY",
                   sourceInfo=f"Debian's source package {one['source']}",
                   **({"externalRefs": [reference]} if one["file"].endswith(".dsc") else {}))


def relationship(of, kind, to):
    return {"spdxElementId": of, "relationshipType": kind, "relatedSpdxElement": to}


def document(version, commit, seconds, homepage, source, files):
    """`files` are pairs of a path and its libraries."""
    origin = released(source, version)
    packages, relationships = {origin["SPDXID"]: origin}, [relationship(DOCUMENT, "DESCRIBES", origin["SPDXID"])]
    for path, libraries in files:
        made = released(path, version)
        packages[made["SPDXID"]] = made
        relationships.append(relationship(DOCUMENT, "DESCRIBES", made["SPDXID"]))
        relationships.append(relationship(made["SPDXID"], "GENERATED_FROM", origin["SPDXID"]))
        for one in libraries:
            packages.setdefault(library_id(one), library(one))
            kind = "STATIC_LINK" if one["linked"] == "static" else "DYNAMIC_LINK"
            relationships.append(relationship(made["SPDXID"], kind, library_id(one)))
    used = {name for one in packages.values() for name in re.findall(r"LicenseRef-[\w.-]+", one["licenseDeclared"])}
    created = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": DOCUMENT, "name": f"assetlint-{version}",
            "documentNamespace": f"{homepage + '/spdx' if homepage else NAMELESS}/assetlint-{version}-{commit}",
            "creationInfo": {"created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
                             "creators": ["Organization: The assetlint authors", f"Tool: ci/release/sbom.py-{version}"]},
            "packages": [packages[key] for key in sorted(packages)], "relationships": relationships,
            "hasExtractedLicensingInfos": [{"licenseId": name, "extractedText": OTHER_LICENCES[name]}
                                           for name in sorted(used)]}


def main():
    parser = argparse.ArgumentParser(description="Write the SBOM of a release, as SPDX 2.3.")
    for name in ("version", "commit", "homepage"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--time", type=int, required=True)
    parser.add_argument("source")
    parser.add_argument("files", nargs="+", metavar="FILE[=LIST]")
    given = parser.parse_args()
    files = []
    for text in given.files:
        path, _, libraries = text.partition("=")
        files.append((path, json.loads(pathlib.Path(libraries).read_text(encoding="utf-8")) if libraries else []))
    print(json.dumps(document(given.version, given.commit, given.time, given.homepage, given.source, files), indent=2))


if __name__ == "__main__":
    main()
