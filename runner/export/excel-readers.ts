import type { CellReader, CellReaders, PythonHelper } from './record-readers.ts';

/** Python functions that read a sheet as the service does. */

const EXCEL_VALUE: PythonHelper = {
  name: 'excel_value',
  imports: [
    'from datetime import date, datetime, time, timedelta',
    'from openpyxl.utils.datetime import from_excel, to_excel',
    'from openpyxl.utils.escape import unescape',
  ],
  source: `
def excel_value(cell, epoch):
    """The value of a cell: None for "" and errors, and a timedelta for a duration."""
    value = cell.value
    if cell.data_type == "e" or value is None or value == "":
        return None
    if isinstance(value, str):
        return unescape(value).replace("\\r\\n", "\\n")
    if isinstance(value, bool):
        return value
    is_iso = isinstance(value, (date, time, timedelta))
    days = to_excel(value, epoch) if is_iso else value
    kind = format_kind(cell.number_format, days)
    if kind == "number":
        if not is_iso:
            return value
        kinds = {time: "time", timedelta: "elapsed"}
        kind = kinds.get(type(value), "date")
    try:
        if kind == "elapsed" or kind == "time" and (days < 0 or 1 <= days < 366):
            # A time of day does not show that it is negative, or has more than a day.
            return timedelta(milliseconds=round(days * 86_400_000))
        moment = from_excel(days, epoch)
    except (OverflowError, ValueError):
        return None
    if isinstance(moment, time) and kind == "date" and epoch.year == 1904:
        return datetime.combine(epoch, moment)
    return moment
`,
};

/** The rules of number-format.ts. */
const FORMAT_KIND: PythonHelper = {
  name: 'format_kind',
  imports: [],
  source: `
def format_kind(format, value):
    """What a number format shows, by the section that applies to the value."""
    sections = format_sections(format)
    kinds = [kind for kind, _, _ in sections]
    usual = next(filter(None, kinds), "number")
    (_, operator, limit), *others = sections
    if not others:
        return usual
    is_pair = len(others) == 1
    if format_applies(value, operator or (">=" if is_pair else ">"), limit):
        return kinds[0] or usual
    is_rest = is_pair and operator != ""
    _, operator, limit = others[0]
    if is_rest and operator == "" or format_applies(value, operator or "<", limit):
        return kinds[1] or usual
    return (kinds[2] if len(kinds) == 3 else None) or usual
`,
};

const FORMAT_APPLIES: PythonHelper = {
  name: 'format_applies',
  imports: [],
  source: `
def format_applies(value, operator, limit):
    """Whether a value meets the condition of a section of a number format."""
    return ("<" if value < limit else ">" if value > limit else "=") in operator
`,
};

const FORMAT_SECTIONS: PythonHelper = {
  name: 'format_sections',
  imports: ['import re', 'from functools import cache'],
  source: `
@cache
def format_sections(format):
    """What the sections of a number format show, or None, and their conditions."""
    shown = re.sub(r'"[^"]*"?|[\\\\_*].|\\[\\$[^]]*\\]', "", format, flags=re.DOTALL).lower()
    parts = shown.split(";")
    if len(parts) > 1 and "@" in parts[-1]:
        parts.pop()
    sections = []
    for part in parts[:3]:
        number = r"-?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:e[-+]?\\d+)?"
        found = re.search(rf"\\[(<=|>=|<>|<|>|=)\\s*({number})\\]", part)
        operator, limit = (found[1], float(found[2])) if found else ("", 0)
        letters = re.sub(r"\\[[^][]*\\]", "", part)
        letters = re.sub("am/pm|上午/下午", "h", letters)
        letters = re.sub(r"s\\.0+", "s", re.sub("e[-+]|a/p", "", letters))
        if re.search(r"\\[(?:h+|m+|s+)\\]", part):
            kind = "elapsed"
        elif re.search("general|[0#?@]", letters):
            kind = "number"
        elif re.search("[bdegy]|mmm|aaa", letters):
            kind = "date"
        elif re.search("[hs]", letters):
            kind = "time"
        else:
            kind = "date" if "m" in letters else None
        sections.append((kind, operator, limit))
    return sections
`,
};

/** The function that reads the rows of a sheet, and the one that it calls. */
export const READ_EXCEL_ROWS: CellReader = [
  {
    name: 'read_excel_rows',
    imports: [
      'from openpyxl import load_workbook',
      'from openpyxl.styles.numbers import BUILTIN_FORMATS',
    ],
    source: `
def read_excel_rows(path, names, sheet=0):
    """The rows under the header of a sheet, by name or place from 0; "" and errors are None."""
    # Formats of dates in Chinese, Japanese and Korean workbooks.
    BUILTIN_FORMATS.update(dict.fromkeys([*range(27, 37), *range(50, 59)], "yyyy-mm-dd"))
    with open(path, "rb") as file:
        book = load_workbook(file, read_only=True, data_only=True)
        cells = book[sheet if sheet in book.sheetnames else book.sheetnames[int(sheet)]]
        # The size that a sheet states may be wrong.
        cells.reset_dimensions()
        # excel_value decides what is a date: the library reads the first section of a format.
        book._date_formats.clear()
        rows = list(cells.iter_rows())
    places = [[c for c, cell in enumerate(row) if cell.value not in (None, "")] for row in rows]
    used = [place for place, columns in enumerate(places) if columns]
    left = min(columns[0] for columns in places if columns)
    return [
        {name: excel_value(cell, book.epoch) for name, cell in zip(names, row[left:])}
        for row in rows[used[0] + 1 : used[-1] + 1]
    ]
`,
  },
  EXCEL_VALUE,
  FORMAT_KIND,
  FORMAT_APPLIES,
  FORMAT_SECTIONS,
];

const AS_SECONDS: PythonHelper = {
  name: 'as_seconds',
  imports: ['from datetime import timedelta'],
  source: `
def as_seconds(value):
    """A number, or the seconds of a duration."""
    return value.total_seconds() if isinstance(value, timedelta) else float(value)
`,
};

const EXCEL_TEXT: PythonHelper = {
  name: 'excel_text',
  imports: ['from datetime import time, timedelta', 'from openpyxl.utils.datetime import to_excel'],
  source: `
def excel_text(value):
    """A value of a text column, as the service writes it."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and -(2**63) <= value < 2**63:
        return str(value)
    if isinstance(value, (int, float)):
        return number_text(value)
    if isinstance(value, (time, timedelta)):
        ms = round(to_excel(value) * 86_400_000)
        minutes, rest = divmod(abs(ms), 60_000)
        sign = "-" if ms < 0 else ""
        text = f"{sign}{minutes // 60:02}:{minutes % 60:02}:{rest / 1000:06.3f}"
    else:
        text = value.isoformat(sep=" ", timespec="milliseconds")
    return text.removesuffix(".000")
`,
};

const NUMBER_TEXT: PythonHelper = {
  name: 'number_text',
  imports: ['from decimal import Decimal'],
  source: `
def number_text(value):
    """A number without a needless fraction or exponent."""
    text = repr(float(value) + 0.0)
    if 1e-6 <= abs(value) < 1e21:
        text = format(Decimal(text), "f")
    return text.removesuffix(".0").replace("e-0", "e-")
`,
};

/** The functions of the cells of a sheet, after `read_excel_rows`. */
export const EXCEL_READERS: CellReaders = {
  string: [EXCEL_TEXT, NUMBER_TEXT],
  float: [AS_SECONDS],
};
