# SPDX-License-Identifier: Apache-2.0
"""Models with each element and attribute of MJCF, one at a time: document(path, attribute), with
the paths of tests/data/mjcf_schema.txt."""
import collections
import struct

# A model with an object of each kind that elements refer to, and a place for each kind of element.
BASE = """<mujoco model="table">{top}
<asset>{asset}<mesh name="hull" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/><material name="red"/>
<hfield name="hill" nrow="2" ncol="2" size="1 1 1 1"/><model name="other" file="other.xml"/></asset>
<worldbody>{world}<body name="a">{body}<joint name="hinge" axis="0 1 0"/><geom name="g" size="0.1"/>
<site name="s"/><site name="crank" pos="0.1 0 0"/><body name="b" pos="0 0 1"><site name="t"/>
<joint name="slide" type="slide" axis="1 0 0"/><joint name="bounded" range="-1 1"/>
<geom name="h" size="0.1"/></body></body>
<body name="c" pos="0 3 0"><joint name="ball" type="ball"/><geom name="i" size="0.1"/></body>
</worldbody><contact>{contact}</contact><equality>{equality}</equality>
<tendon><fixed name="first"><joint joint="hinge" coef="1"/></fixed>
<fixed name="second"><joint joint="slide" coef="1"/></fixed>{tendon}</tendon>
<actuator><motor name="motor" joint="hinge"/>{actuator}</actuator>
<sensor>{sensor}</sensor>{keyframe}</mujoco>"""
OTHER = """<mujoco model="other"><worldbody><frame name="frame"><body name="sub">
<joint name="j"/><geom size="0.1"/></body></frame></worldbody></mujoco>"""

GHOST = "<geom size='.1' contype='0' conaffinity='0'/>"

# Elements with required content, around the element NAME with its attributes AT.
FORMS = {
    "include": "<NAME AT/>", "mujoco": "",
    "body": f"<body AT>{GHOST}</body>", "deformable": "<deformable AT><flex/></deformable>",
    "body/frame": "<frame AT><geom size='.1'/></frame>",
    "body/replicate": "<replicate AT><geom size='.1'/></replicate>",
    "body/joint": f"<body><joint AT/>{GHOST}</body>",
    "body/freejoint": f"<body><freejoint AT/>{GHOST}</body>",
    "body/geom/plugin": "<geom type='sdf'><plugin AT/></geom>",
    "body/geom/plugin/config": "<geom type='sdf'><plugin><config AT/></plugin></geom>",
    "tendon/fixed": "<fixed AT><joint joint='hinge' coef='2'/></fixed>",
    "tendon/spatial": "<spatial AT><site site='s'/><site site='t'/></spatial>",
    "tendon/spatial/site": "<spatial><site AT/><site site='t'/></spatial>",
    "tendon/spatial/geom": "<spatial><site site='s'/><geom AT/><site site='t'/></spatial>",
    "tendon/spatial/pulley": "<spatial><site site='s'/><site site='t'/><pulley AT/>"
                             "<site site='crank'/><site site='t'/></spatial>",
    "asset/mesh/plugin": "<mesh builtin='plate' params='4 4' name='x'><plugin AT/></mesh>",
    "asset/mesh/plugin/config": "<mesh builtin='plate' params='4 4' name='x'><plugin>"
                                "<config AT/></plugin></mesh>",
    "asset/material/layer": "<material name='x'><layer AT/></material>",
}
# Required attributes of an element, or of all elements that begin with a path.
TRIANGLES = "0 2 1 0 3 2 0 1 3 1 2 3"
REQUIRED = {
    "include": {"file": "settings.xml"}, "asset/material": {"name": "x"},
    "asset/mesh": {"name": "x", "vertex": "0 0 0 1 0 0 0 1 0 0 0 1"},
    "asset/hfield": {"name": "x", "nrow": "2", "ncol": "2", "size": "1 1 1 1"},
    "asset/model": {"file": "other.xml", "name": "x"},
    "body/replicate": {"count": "2", "offset": "0 0 1"},
    "body/attach": {"model": "other", "prefix": "x", "body": "sub"},
    "body/inertial": {"pos": "0 0 0", "mass": "1", "diaginertia": "1 1 1"},
    "body/geom": {"size": "0.1 0.1 0.1"}, "body/site": {"size": "0.1 0.1 0.1"},
    "contact/pair": {"geom1": "g", "geom2": "i"}, "contact/exclude": {"body1": "a", "body2": "c"},
    "equality/connect": {"body1": "a", "body2": "c", "anchor": "0 0 0"},
    "equality/weld": {"body1": "a", "body2": "c"},
    "equality/joint": {"joint1": "hinge", "joint2": "slide"},
    "equality/tendon": {"tendon1": "first", "tendon2": "second"},
    "tendon/fixed/joint": {"joint": "hinge", "coef": "2"}, "tendon/spatial/site": {"site": "s"},
    "tendon/spatial/geom": {"geom": "i"}, "tendon/spatial/pulley": {"divisor": "2"},
    "actuator/muscle": {"joint": "hinge", "lengthrange": "0.1 1", "force": "10"},
    "actuator/intvelocity": {"joint": "hinge", "kp": "1", "actrange": "-1 1"},
    "actuator/damper": {"joint": "hinge", "kv": "1", "ctrlrange": "0 1"},
    "actuator/pid": {"joint": "hinge", "kp": "1", "input": "pos"},
    "actuator/dcmotor": {"joint": "hinge", "motorconst": "0.05", "resistance": "2"},
    "actuator": {"joint": "hinge"},
    "custom/numeric": {"name": "ludo.restitution", "data": "0"},
    "sensor/joint": {"joint": "hinge"}, "sensor/ball": {"joint": "ball"},
    "sensor/tendon": {"tendon": "first"}, "sensor/actuator": {"actuator": "motor"},
    "sensor/frame": {"objtype": "site", "objname": "s"}, "sensor/subtree": {"body": "a"},
    "sensor/clock": {}, "sensor/e_": {}, "sensor": {"site": "s"},
}
# Values of attributes, of one element or of all.
TRUE = ("alignfree autolimits balanceinertia discardvisual exactmeshinertia fusestatic passthrough "
        "savecanonical savecompiled saveinertial strippath usethread convexhull useexisting "
        "uselimit limited actuatorfrclimited forcelimited ctrllimited actlimited actearly "
        "shellinertia mocap actuatorgravcomp align smoothnormal fitaabb active").split()
VALUES = dict.fromkeys(TRUE, "true") | {
    "name": "x", "class": "main", "childclass": "main", "prefix": "x", "model": "other",
    "pos": "0.1 0 0", "quat": "1 0 0 0", "axisangle": "0 0 1 0.5", "euler": "0 0 10",
    "xyaxes": "1 0 0 0 1 0", "zaxis": "0 0 1", "fromto": "0 0 0 0 0 1", "size": "0.1 0.1 0.1",
    "angle": "degree", "assetdir": ".", "meshdir": ".", "eulerseq": "xyz", "coordinate": "local",
    "inertiafromgeom": "auto", "inertiagrouprange": "0 5", "conflict": "warning", "boundmass": "1",
    "settotalmass": "5", "gravity": "0 0 -9", "timestep": "0.005", "density": "1", "wind": "1 0 0",
    "type": "box", "mesh": "hull", "hfield": "hill", "rgba": "1 0 0 1", "material": "red",
    "condim": "4", "friction": "0.5", "fluidcoef": "0.5 0.25 1.5 1 1", "fluidshape": "ellipsoid",
    "axis": "0 0 1", "range": "0.1 1", "springdamper": "0.5 1", "diaginertia": "1 1 1",
    "fullinertia": "1 1 1 0 0 0", "actuatorfrcrange": "-3 3", "surfacevel": "1 0 0",
    "ctrlrange": "-1 1", "forcerange": "-1 1", "actrange": "-1 1", "lengthrange": "0.1 1",
    "joint": "hinge", "tendon": "first", "site": "s", "refsite": "s", "jointinparent": "ball",
    "slidersite": "s", "cranksite": "crank", "gaintype": "fixed", "biastype": "affine",
    "dyntype": "filter", "input": "pos", "body": "a", "body1": "a", "body2": "c", "anchor": "0 0 0",
    "site1": "s", "site2": "t", "geom": "i", "geom1": "g", "geom2": "i", "joint1": "hinge",
    "joint2": "slide", "tendon1": "first", "tendon2": "second", "relpose": "0 0 0 1 0 0 0",
    "polycoef": "0 1 0 0 0", "sidesite": "s", "coef": "2", "objtype": "site", "objname": "s",
    "reftype": "site", "refname": "t", "actuator": "motor", "data": "dist", "scale": "1 2 1",
    "vertex": "0 0 0 2 0 0 0 1 0 0 0 1", "face": TRIANGLES, "inertia": "exact", "bias": "0 0 0",
    "refpos": "0.1 0 0", "refquat": "1 0 0 0", "builtin": "plate",
    "params": "4 4", "qpos": "0 0 0 1 0 0 0",
    "qvel": "0 0 0 0 0 0", "ctrl": "0", "mpos": "0 0 0", "mquat": "1 0 0 0", "offset": "0 0 1",
    "solref": "0.03 1", "solimp": "0.8 0.9 0.01", "solreffriction": "0.03 1", "sep": "_",
    "body/joint type": "slide", "asset/mesh file": "t.stl", "asset/hfield file": "h.bin",
    "asset/model file": "other.xml", "include file": "settings.xml", "asset/hfield size": "1 1 1 1",
    "asset/mesh content_type": "model/stl", "asset/hfield content_type": "image/vnd.mujoco.hfield",
    "asset/hfield elevation": "0 0 1 1", "asset/hfield nrow": "2", "asset/hfield ncol": "2",
    "body/attach frame": "frame", "body/attach body": "sub", "body sleep": "auto",
    "sensor/subtree body": "a", "tendon/fixed/joint joint": "slide", "actuator scale": "100",
    "custom/numeric name": "ludo.restitution", "custom/numeric data": "0", "interp": "zoh",
    "actuator/muscle timeconst": "0.01 0.04", "sensor/ball joint": "ball", "actuator damping": "1",
    "custom/numeric size": "1", "actuator/damper ctrlrange": "0 1", "keyframe/key act": "",
    "body/composite type": "cable", "actuator/muscle fvmax": "1.2",
    "actuator/muscle lmax": "1.6", "actuator/muscle lmin": "0.5",
    "equality/weld relpose": "2 0 0 1 0 0 0",
    "contact/pair friction": "0.5 0.5", "actuator/dcmotor motorconst": "0.05 0.06",
    "actuator/dcmotor nominal": "12 1 300", "actuator/dcmotor cogging": "0.1 4 0.5",
    "actuator/dcmotor saturation": "0 3", "actuator/dcmotor inductance": "0.01",
    "actuator/dcmotor input": "pos", "actuator/dcmotor controller": "1 1 0",
    "actuator/dcmotor thermal": "1 2 3", "actuator/dcmotor lugre": "1 1 1 1 1",
    "actuator/pid posrange": "-1 1", "actuator/pid velrange": "-1 1",
    "actuator/pid ffrange": "-1 1",
}
# Attributes that an attribute needs, and those that exclude it.
WITH = {
    "limited": {"range": "0.1 1"}, "actuatorfrclimited": {"actuatorfrcrange": "-1 1"},
    "ctrllimited": {"ctrlrange": "-1 1"}, "forcelimited": {"forcerange": "-1 1"},
    "actlimited": {"actrange": "-1 1", "dyntype": "integrator"},
    "actrange": {"dyntype": "integrator"}, "cranksite": {"slidersite": "s", "cranklength": "0.5"},
    "slidersite": {"cranksite": "crank", "cranklength": "0.5"}, "refsite": {"site": "t"},
    "cranklength": {"cranksite": "crank", "slidersite": "s"}, "fromto": {"type": "capsule"},
    "mesh": {"type": "mesh"}, "fitscale": {"type": "box", "mesh": "hull"},
    "hfield": {"type": "hfield", "pos": "9 9 0"}, "site1": {"site2": "t"}, "site2": {"site1": "s"},
    "reftype": {"refname": "t"}, "refname": {"reftype": "site"},
    "inheritrange": {"joint": "bounded"}, "imax": {"ki": "1"}, "velrange": {"input": "pos vel"},
    "ffrange": {"input": "pos ff"}, "params": {"builtin": "plate"}, "builtin": {"params": "4 4"},
    "delay": {"nsample": "3"}, "nsample": {"delay": "0.02"},
    "interp": {"delay": "0.02", "nsample": "3"}, "interval": {"delay": "0.02", "nsample": "3"},
}
WITHOUT = {
    "tendon": ("joint",), "site": ("joint",), "refsite": ("joint",), "cranksite": ("joint",),
    "slidersite": ("joint",), "cranklength": ("joint",), "jointinparent": ("joint",),
    "body": ("joint",), "frame": ("body",), "fullinertia": ("diaginertia",), "mesh": ("size",),
    "hfield": ("size",), "site1": ("body1", "body2", "anchor"),
    "inheritrange": ("actrange", "joint"),
    "site2": ("body1", "body2", "anchor"), "file": ("vertex", "nrow", "ncol"),
    "builtin": ("vertex",), "params": ("vertex",), "fitscale": ("size",),
}


def of_path(lists, path, otherwise):
    """The entry of a path or of the longest beginning of it."""
    ends = range(len(path), 0, -1)
    return next((lists[path[:end]] for end in ends if path[:end] in lists), otherwise)


def value(path, attribute):
    if path == "option/flag":
        return "enable" if attribute == "override" else "disable"
    parts = [path[:end] for end in range(len(path), 0, -1)]
    return next((VALUES[f"{part} {attribute}"] for part in parts
                 if f"{part} {attribute}" in VALUES), VALUES.get(attribute, "1"))


def attributes(path, attribute):
    """Attributes of an element that has the one in question."""
    at = dict(of_path(REQUIRED, path, {}))
    if attribute:
        of_object = path.startswith(("actuator", "body", "equality", "asset", "tendon"))
        for name in WITHOUT.get(attribute, ()) if of_object else ():
            at.pop(name, None)
        if path != "actuator/intvelocity" or attribute not in ("actrange", "actlimited"):
            at |= WITH.get(attribute, {}) if of_object or path.startswith("sensor") else {}
        at[attribute] = value(path, attribute)
    return at


# elements that belong into a body; without the mass of a moving one
IN_BODY = tuple(f"body/{name}" for name in
                ("geom", "site", "inertial", "frame", "replicate", "attach"))
FIXED = ("body/geom/plugin", "body/geom/plugin/config")


def place_of(path, attribute=""):
    """The place of an element in BASE."""
    place = path.split("/", maxsplit=1)[0]
    if place == "body":
        fixed = path in FIXED or attribute == "hfield" or not path.startswith(IN_BODY)
        return "world" if fixed else "body"
    return place if f"{{{place}}}" in BASE else "top"


def element(path, at):
    """The text of an element within those around it, below its place."""
    parts = path.split("/")
    text = FORMS.get(path, "<NAME AT/>").replace("NAME", parts[-1]).replace(
        "AT", " ".join(f'{name}="{text}"' for name, text in at.items()))
    around = parts[:-1] if place_of(path) == "top" else parts[1:-1]
    for name in reversed(around if path not in FORMS else []):
        text = f"<{name}>{text}</{name}>"
    return text


def document(path, attribute):
    """A model that has an element with an attribute."""
    places = collections.defaultdict(str)
    if path != place_of(path) or path in ("body", "include"):
        places[place_of(path, attribute)] = element(path, attributes(path, attribute))
    if path.startswith("keyframe"):
        places["keyframe"] = f"<keyframe>{places['keyframe']}</keyframe>"
    return BASE.format_map(places)


def write_files(folder):
    """Write the files that the models name."""
    corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    faces = [[corners[int(k)] for k in TRIANGLES.split()[i:i + 3]] for i in range(0, 12, 3)]
    mesh = b"".join(struct.pack("<12fH", 0, 0, 0, *sum(face, ()), 0) for face in faces)
    (folder / "other.xml").write_text(OTHER, encoding="utf-8")
    (folder / "settings.xml").write_text("<mujoco><option/></mujoco>", encoding="utf-8")
    (folder / "t.stl").write_bytes(bytes(80) + struct.pack("<I", len(faces)) + mesh)
    (folder / "h.bin").write_bytes(struct.pack("<2i4f", 2, 2, 0, 0, 1, 1))
