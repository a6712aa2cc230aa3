import type { CellReader, CellReaders, PythonHelper } from './record-readers.ts';

/** Python functions that read a sheet as the service does. */

const EXCEL_VALUE: PythonHelper = {
  name: 'excel_value',
  imports: [
    'import re',
    'from datetime import date, datetime, time, timedelta',
    'from openpyxl.utils.datetime import to_excel',
    'from openpyxl.utils.escape import unescape',
  ],
  source: `
def excel_value(cell, epoch):
    """The value of a cell: None for "" and errors, and a timedelta for a duration."""
    value = cell.value
    if cell.data_type == "e" or value == "":
        return None
    if isinstance(value, str):
        return unescape(value).replace("\\r\\n", "\\n")
    if not isinstance(value, (date, time)):
        return value
    days = to_excel(value, epoch)
    shown = re.sub(r'"[^"]*"|\\[[^]]*\\]|[\\\\_*].', "", cell.number_format.lower())
    if not re.search("[bdegy]|mmm", shown) and re.search("[hs]", shown):
        # A time of day does not show that it is negative, or has more than a day.
        return timedelta(days=days) if days < 0 or 1 <= days < 366 else value
    if isinstance(value, time):
        return value if epoch.year < 1904 else datetime.combine(epoch, value)
    return value if isinstance(value, datetime) else datetime.combine(value, time())
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
