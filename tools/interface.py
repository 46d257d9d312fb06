# SPDX-License-Identifier: Apache-2.0
"""The public interface, as its headers declare it: functions, types, members, enumerators, macros.

read() parses include/ludo/*.h, whose layout clang-format keeps. Contracts are the texts of the
comments, without their stars.
"""
import dataclasses
import re

import tree

CONTRACT = re.compile(r"/\*\*.*?\*/", re.DOTALL)
LIST = re.compile(r"#define\s+(LUDO_\w+_LIST)\(X\)((?:.*\\\n)*.*)")
LISTED = re.compile(r"\bX\((\w+),\s*([^,]+)")
MACRO = re.compile(r"#define[ \t]+(\w+(?:\([^)]*\))?)((?:.*\\\n)*.*)")
TYPE = re.compile(r"typedef\s+(struct|enum|union)\s+(\w+)\s*\{(.*)\}\s*\w+$", re.DOTALL)
FUNCTION = re.compile(r"(.*?)\b(\w+)\s*\((.*)\)$", re.DOTALL)
POINTER_MEMBER = re.compile(r"^(.*?)\(\s*\*\s*(\w+)\s*\)\s*(\(.*\))$", re.DOTALL)
DECLARATOR = re.compile(r"^((?:\*|\bconst\b|\s)*)(\w+)((?:\[[^]]*\])*)$")
QUALIFIER = re.compile(r"\b(?:LUDO_API|static|inline)\b")
# of the compiler, of this header, or of the preprocessor alone
HIDDEN_MACRO = re.compile(r"^(?:LUDO_API|LUDO_BUILD|LUDO_SHARED|X\b|LUDO_\w+_H$)")


@dataclasses.dataclass
class Variable:
    """A parameter or a member: its name, its type without the name, dimensions in brackets."""
    name: str
    type: str
    array: str = ""

    def text(self):
        return self.type + self.array


@dataclasses.dataclass
class Function:
    name: str
    returns: str
    parameters: list
    inline: bool
    header: str
    line: int
    doc: str

    def text(self):
        return f"{self.returns} ({', '.join(p.text() for p in self.parameters) or 'void'})"


@dataclasses.dataclass
class Type:
    """A struct, an enum or another type; members of an enum are its enumerators."""
    name: str
    kind: str  # struct, enum, opaque, function
    members: list
    header: str
    line: int
    doc: str


@dataclasses.dataclass
class Interface:
    functions: dict = dataclasses.field(default_factory=dict)
    types: dict = dataclasses.field(default_factory=dict)
    macros: dict = dataclasses.field(default_factory=dict)  # name: (header, line, text)

    def entries(self):
        """Pairs (name, signature) of everything that a program can depend on, in order."""
        for name, (_, _, text) in self.macros.items():
            if not name.endswith("_LIST"):  # its enumerators are entries
                yield name, f"macro {text}"
        for kind in self.types.values():
            if kind.kind in ("opaque", "function"):
                yield kind.name, f"{kind.kind} {', '.join(m.text() for m in kind.members)}".strip()
                continue
            if not kind.name.startswith("("):
                yield kind.name, kind.kind
            for member in kind.members:
                name = member.name if kind.kind == "enum" else f"{kind.name}.{member.name}"
                yield name, member.text()
        for function in self.functions.values():
            yield function.name, function.text()


def tidy(text):
    """A type or declaration with single blanks, a pointer's star at the word after it."""
    text = re.sub(r"\s+", " ", QUALIFIER.sub(" ", text)).strip()
    return re.sub(r"\s*\*\s*", " *", text).replace("* *", "**").replace("( *", "(*").strip()


def split_top(text, separator=","):
    """Parts of a text at separators outside of brackets."""
    parts, depth = [""], 0
    for character in text:
        depth += (character in "([{") - (character in ")]}")
        if character == separator and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def variables(text):
    """The variables of one declaration without its semicolon: `double gain, bias[3]`."""
    pointer = POINTER_MEMBER.match(text)
    if pointer:
        return [Variable(pointer[2], tidy(f"{pointer[1]} (*){pointer[3]}"))]
    first, *others = split_top(text)
    match = re.match(r"^(.*?[\s*])(\w+)((?:\[[^]]*\])*)$", first, re.DOTALL)
    if not match:
        return [Variable("", tidy(first))]
    kind = match[1].rstrip("* \n\t")
    found = [Variable(match[2], tidy(match[1]), match[3])]
    for other in others:
        part = DECLARATOR.match(other)
        found.append(Variable(part[2], tidy(f"{kind} {part[1]}"), part[3]))
    return found


def members_of(body):
    """Members of a struct, from its text without comments."""
    return [variable for declaration in split_top(body, ";")
            for variable in variables(re.sub(r"\s+", " ", declaration))]


def enumerators_of(body, lists):
    """Enumerators of an enum, with their values; LUDO_X_LIST(X) stands for the list's."""
    found, value = [], -1
    for part in split_top(body):
        listed = re.match(r"(LUDO_\w+_LIST)\(X\)", part)
        if listed:
            found += [Variable(name, number.strip()) for name, number in
                      LISTED.findall(lists[listed[1]])]
            continue
        name, _, given = (word.strip() for word in part.partition("="))
        number = re.sub(r"(?<=\d)u$", "", given)
        value = int(number, 0) if re.fullmatch(r"-?(0x)?[\da-fA-F]+", number) else value + 1
        found.append(Variable(name, given or str(value)))
    return found


def statements(code):
    """Pairs (start, text) of the outermost declarations of a code without comments and directives;
    bodies of functions are left out."""
    start, depth, brace = None, 0, 0
    for position, character in enumerate(code):
        if start is None:
            if character.isspace() or character in "};":
                continue
            start = position
        if character == "{":
            brace = brace if depth else position
            depth += 1
        elif character == "}":
            depth -= 1
            inline = re.search(r"\)\s*$", code[start:brace])
            if depth == 0 and inline:
                yield start, code[start:brace]
                start = None
        elif character == ";" and depth == 0:
            yield start, code[start:position]
            start = None


def read_text(interface, header, text):
    """Add the declarations of a header."""
    lists = {m[1]: m[2] for m in LIST.finditer(tree.without_comments(text))}
    plain = tree.without_comments(text)
    above = {tree.line_of(text, m.end()): m.group() for m in CONTRACT.finditer(text)}
    for match in MACRO.finditer(plain):
        if not HIDDEN_MACRO.match(match[1]):
            value = re.sub(r"\s+", " ", match[2].replace("\\\n", " ")).strip()
            interface.macros[match[1].partition("(")[0]] = (
                header, tree.line_of(plain, match.start()), value)
    code = re.sub(r"^[ \t]*#(?:.*\\\n)*.*$", tree.blank, plain, flags=re.MULTILINE)
    code = re.sub(r'extern\s+"C"\s*\{', tree.blank, code)
    for start, statement in statements(code):
        line = tree.line_of(code, start)
        add(interface, (header, line, contract(above.get(line - 1, ""))), statement, lists)


def contract(comment):
    """The text of a comment, without its stars."""
    return re.sub(r"^\s*\*? ?", "", comment.removeprefix("/**").removesuffix("*/"),
                  flags=re.MULTILINE).strip()


def add(interface, place, statement, lists):
    """Add one declaration."""
    kind = TYPE.match(statement)
    loose = re.match(r"enum\s*\{(.*)\}$", statement, re.DOTALL)
    opaque = re.match(r"typedef\s+struct\s+(\w+)\s+\1$", statement)
    if kind or loose:
        what, name = (kind[1], kind[2]) if kind else ("enum", f"({place[0]}:{place[1]})")
        body = statement[statement.index("{") + 1:statement.rindex("}")]
        members = enumerators_of(body, lists) if what == "enum" else members_of(body)
        interface.types[name] = Type(name, what, members, *place)
    elif opaque:
        interface.types[opaque[1]] = Type(opaque[1], "opaque", [], *place)
    elif FUNCTION.match(statement):
        match = FUNCTION.match(statement)
        inside = [] if match[3].strip() in ("", "void") else split_top(match[3])
        parameters = [variables(re.sub(r"\s+", " ", p))[0] for p in inside]
        if statement.startswith("typedef"):
            interface.types[match[2]] = Type(match[2], "function", parameters, *place)
            return
        inline = re.search(r"\binline\b", match[1]) is not None
        interface.functions[match[2]] = Function(match[2], tidy(match[1]), parameters, inline,
                                                 *place)
    else:
        raise ValueError(f"{place[0]}:{place[1]}: unknown declaration: {statement[:60]}")


def read(root):
    """The interface that the headers of a tree declare."""
    interface = Interface()
    for path in tree.files(root, (".h",), ("include",)):
        read_text(interface, path.name, tree.read(root, path))
    return interface
