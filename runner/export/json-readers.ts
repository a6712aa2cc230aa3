import type { CellReader, CellReaders, PythonHelper } from './record-readers.ts';

const JSON_SOURCE: PythonHelper = {
  name: 'json_source',
  imports: ['import json', 'import re', 'from pathlib import Path'],
  source: `
def json_source(path):
    """The text of a JSON file. Half of a character, as of an emoji that was cut, is U+FFFD."""
    data = Path(path).read_bytes()
    text = data.decode(json.detect_encoding(data))
    half = re.compile(r"\\\\u[dD][89a-fA-F]..")
    if not half.search(text):
        return text
    pair = r"\\\\u[dD][89abAB]..\\\\u[dD][c-fC-F].."
    return re.sub(rf"({pair}|\\\\[^u])|{half.pattern}", lambda found: found[1] or "\\\\ufffd", text)
`,
};

/** The function that reads the objects of a JSON file, and the one that it calls. */
export const READ_JSON_RECORDS: CellReader = [
  {
    name: 'read_json_records',
    imports: ['import json'],
    source: `
def read_json_records(path, number=None, keys=()):
    """The objects of a JSON file: a list of them, or a single one, at the end of the keys. NaN and
    infinities are None."""
    records = json.loads(
        json_source(path),
        parse_float=number,
        parse_int=number,
        parse_constant=lambda _: None,
    )
    for key in keys:
        records = records[key]
    return records if isinstance(records, list) else [records]
`,
  },
  JSON_SOURCE,
];

/** The function that reads the objects of a JSON Lines file, and the one that it calls. */
export const READ_JSON_LINES: CellReader = [
  {
    name: 'read_json_lines',
    imports: ['import json'],
    source: `
def read_json_lines(path, number=None):
    """The objects of a JSON Lines file, one a line. NaN and infinities are None."""
    return [
        json.loads(line, parse_float=number, parse_int=number, parse_constant=lambda _: None)
        for line in json_source(path).split("\\n")
        if line.strip()
    ]
`,
  },
  JSON_SOURCE,
];

/** A number of a JSON file that may become text. */
export const JSON_NUMBER: PythonHelper = {
  name: 'JsonNumber',
  imports: [],
  source: `
class JsonNumber(str):
    """A number as it is written in a JSON file."""
`,
};

const JSON_AS_TEXT = [
  {
    name: 'json_as_text',
    imports: [],
    source: `
def json_as_text(cell):
    """A cell of a text column: what is not text yet is written as JSON."""
    return str(cell) if isinstance(cell, str) else json_text(cell)
`,
  },
  {
    name: 'json_text',
    imports: ['import json'],
    source: `
def json_text(value):
    """A value as JSON without white space, with the numbers as they are written in the file."""
    if isinstance(value, JsonNumber):
        return str(value)
    if isinstance(value, list):
        return f"[{','.join(json_text(item) for item in value)}]"
    if isinstance(value, dict):
        entries = (f"{json_text(key)}:{json_text(item)}" for key, item in value.items())
        return f"{{{','.join(entries)}}}"
    return json.dumps(value, ensure_ascii=False)
`,
  },
  JSON_NUMBER,
] as const;

/** Reads the cells of a file whose numbers are instances of `JSON_NUMBER`. */
export const JSON_READERS: CellReaders = { string: JSON_AS_TEXT };
