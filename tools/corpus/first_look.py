"""first_look.py: three files for a first report: a good one, and two that are broken in common ways. ci/setup.sh shows it, and tools/docs/picture.py makes the README's picture of it.
"""

from xac import NORMALS, POSITIONS, UVS, Actor, Info, Layer, Material, Mesh as XacMesh, Node, Nodes, Submesh, Texture, Totals
from xmf import FLOAT3, POSITION, Element, Material as XmfMaterial, Mesh, declared, indices
from xmf_seeds import CORNERS, TETRAHEDRON, usual_elements, usual_vertices


def hull():
    """As an exporter writes the first level of detail."""
    return Mesh([declared(usual_elements(), usual_vertices(CORNERS)), indices(TETRAHEDRON)],
                [XmfMaterial(0, 6, b"ships.hull_plate"), XmfMaterial(6, 6, b"ships.glass")])


def collision():
    """A collision mesh whose vertices are declared like those of other meshes."""
    return Mesh([declared([Element(FLOAT3, POSITION)], [[corner] for corner in CORNERS]), indices(TETRAHEDRON)])


def soldier():
    nodes = Nodes(nodes=[Node(b"Bip01", numChildren=2), Node(b"Bip01 Head", 0), Node(b"rifle", 0)])
    corners = Layer(POSITIONS, CORNERS)
    mesh = XacMesh(layers=[corners, Layer(NORMALS, [(0.0, 0.0, 1.0)] * 4), Layer(UVS, [(0.0, 0.0)] * 4)],
                   numOrgVerts=4, submeshes=[Submesh(tuple(TETRAHEDRON), numVerts=4)])
    return Actor([Info(), nodes, Totals(), Material(name=b"soldier", layers=[Texture(b"soldier_d")]), mesh])


def first_look():
    """Bytes by file name."""
    whole = soldier().bytes()
    return {
        "hull-lod0.xmf": hull().bytes(),
        "hull-collision.xmf": collision().bytes(),
        "soldier.xac": whole[:len(whole) - 150],    # as an interrupted copy leaves it
    }
