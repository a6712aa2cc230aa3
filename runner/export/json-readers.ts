import type { CellReaders, PythonHelper } from './record-readers.ts';

export const READ_JSON_RECORDS: PythonHelper = {
  name: 'read_json_records',
  imports: ['import json', 'from pathlib import Path'],
  source: `
def read_json_records(path, number=None, keys=()):
    """The objects of a JSON file: a list of them, or a single one, at the end of the keys. NaN and
    infinities are None."""
    records = json.loads(
        Path(path).read_bytes(),
        parse_float=number,
        parse_int=number,
        parse_constant=lambda _: None,
    )
    for key in keys:
        records = records[key]
    return records if isinstance(records, list) else [records]
`,
};

export const READ_JSON_LINES: PythonHelper = {
  name: 'read_json_lines',
  imports: ['import json', 'from pathlib import Path'],
  source: `
def read_json_lines(path, number=None):
    """The objects of a JSON Lines file, one a line. NaN and infinities are None."""
    data = Path(path).read_bytes()
    lines = data.decode(json.detect_encoding(data)).split("\\n")
    return [
        json.loads(line, parse_float=number, parse_int=number, parse_constant=lambda _: None)
        for line in lines
        if line.strip()
    ]
`,
};

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
