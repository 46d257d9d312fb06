# SPDX-License-Identifier: Apache-2.0
"""A copy of a public header for doxygen: its marks on the comments of members, groups in contracts.

The headers are written for their readers, without tags. In the copy plain text stays plain: its
characters mean nothing to doxygen, but for @tags, code between backquotes and indented formulas.
"""
import re

import interface

BODY = re.compile(r"(typedef\s+(?:struct|enum)\s+(\w+)\s*\{)(.*?)(\} ?\w*;)", re.DOTALL)
# members that need no comment
COMMON = {"struct_size": "sizeof this struct, set by its default function or by the caller",
          "place": "place of the definition in a file, for messages", "name": "name",
          "line": "counted from 1; 0: none", "column": "counted from 1; 0: none",
          "w": "scalar part", "x": "component", "y": "component", "z": "component"}


def escape(text):
    """Text whose characters mean nothing to doxygen, but for tags and code between backquotes."""
    pieces = re.split(r"(`[^`]*`)", re.sub(r"(?<=\s)\.\.(?=\s|$)", "...", text))
    pieces[::2] = [re.sub(r"[<>#]", r"\\\g<0>", re.sub(r"\*(?=\w)", r"\\*", piece))
                   for piece in pieces[::2]]
    return "".join(pieces)


# ---- members ----


def items(body, end):
    """Pairs [declaration, text] of a body: a member, the comments above it and in its line. `end`
    is the character that ends declarations."""
    found, above, position = [], "", 0
    token = re.compile(rf"/\*(.*?)\*/|([^{end}/\s][^{end}/]*){end}?", re.DOTALL)
    for match in token.finditer(body):
        own_line = "\n" in body[position:match.start()]
        position = match.end()
        if match[2]:
            found.append([match[2].strip(), above])
            above = ""
        elif own_line or not found:
            above += match[1]
        else:
            found[-1][1] += match[1]
    return found


def members(body, enum, doc, alike):
    """A body with one member to a declaration, and doxygen's comment after each. Members of the
    type `alike`, which may be None, are explained there."""
    lines = []
    for declaration, text in items(body, "," if enum else ";"):
        parts = [declaration]
        if not enum and "(*" not in declaration:
            parts = [f"{v.type} {v.name}{v.array}"
                     for v in interface.variables(re.sub(r"\s+", " ", declaration))]
        for part in parts:
            word = re.search(r"(\w+)(?:\[.*|\s*=.*|\)\(.*)?$", part, re.DOTALL)[1]
            said = escape(re.sub(r"\n\s*\*?", " ", text).strip()) or implied(word, doc)
            if not said and alike and any(m.name == word for m in alike.members):
                said = f"as in {alike.name}"
            lines.append(f"    {part}{',' if enum else ';'}" + (f" /**< {said} */" if said else ""))
    return "\n".join(["", *lines, ""])


def implied(word, doc):
    """The text of a member without a comment: its name, or the contract of its struct, says it."""
    if word in COMMON:
        return COMMON[word]
    counted = re.match(r"(\w+)_count$", word)
    if counted:
        return f"number of entries of `{counted[1]}`"
    if re.search(rf"\b{word}\b", doc):
        return "see the description above"
    return ""


def expanded(text, kind):
    """A header with the enumerators of an enum in place of its list, with the list's texts."""
    listed = interface.LIST.search(text)
    rows = re.findall(r'X\((\w+),\s*(\w+),\s*"([^"]*)"\)', listed[2])
    body = "\n".join(f"    {name} = {value}, /* {said} */" for name, value, said in rows)
    return re.sub(rf"(typedef enum {kind.name} \{{).*?(\}} {kind.name};)", rf"\1\n{body}\n\2", text,
                  flags=re.DOTALL)


# ---- contracts ----


def contract(comment, key):
    """A contract with its group: lines of statuses with explanations become a list."""
    said, formula = [], True
    for line in comment.removeprefix("/**").removesuffix("*/").split("\n"):
        formula = formula and "@" not in line
        said.append(line if formula and re.match(r"^ \* {4,}\S", line) else escape(line))
    text = re.sub(r"^ \* {6,}(LUDO_[A-Z_]+)\s{2,}", r" *  - \1: ", "\n".join(said),
                  flags=re.MULTILINE)
    text = re.sub(r"@return (LUDO_[A-Z_]+)\s{2,}", r"@return\n *  - \1: ", text)
    return f"/**{text}" + (f"\n * @ingroup {key} */" if key else "*/")


def declared(code):
    """The name that the declaration at the start of a code declares."""
    for pattern in (r"#define\s+(\w+)", r"typedef\s+(?:struct|enum)\s+(\w+)",
                    r"typedef[^;]*?\b(ludo_\w+)\s*\(", r"[^;{]*?\b(ludo_\w+)\s*\("):
        match = re.match(r"\s*" + pattern, code)
        if match:
            return match[1]
    return ""


def copy(text, public, keys, name):
    """The copy of a header. `keys` are groups by name of a declaration."""
    for kind in public.types.values():
        if kind.kind == "enum" and f"LUDO_{kind.name[5:].upper()}_LIST(X)" in text:
            text = expanded(text, kind)
    # a single constant; the export macro, which is no declaration
    text = re.sub(r"^enum \{ (\w+) = (\w+) \};", r"#define \1 \2", text, flags=re.MULTILINE)
    text = re.sub(r"^#if defined\(_WIN32\).*?^#endif\n", "", text, flags=re.DOTALL | re.MULTILINE)
    text = BODY.sub(lambda m: m[1] + members(m[3], "enum" in m[1], public.types[m[2]].doc,
                                             public.types.get(m[2].replace("_info", "_def"))) +
                    m[4], text)
    out, last = [], 0
    for comment in re.finditer(r"^/\*\*.*?\*/", text, re.DOTALL | re.MULTILINE):
        key = keys.get(declared(text[comment.end():]))
        out += [text[last:comment.start()], contract(comment[0], key)]
        last = comment.end()
    text = "".join([*out, text[last:]])
    head = re.match(r"/\* SPDX[^\n]*\n \*\n(.*?)\*/", text, re.DOTALL)
    return f"/** @file ludo/{name}\n *\n{escape(head[1])}*/" + text[head.end():]
