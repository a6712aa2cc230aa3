import { CFB, utils, write, type CellObject } from '@e965/xlsx';

/** Shared string 0 of a workbook of `workbookOfXml`; string 1 is empty. */
const SHARED = ['shared', ''];
/** Defines style 1 of the workbook: dates. */
const DATE: CellObject = { t: 'n', v: 45293, z: 'yyyy-mm-dd hh:mm' };

/**
 * Returns a workbook with one sheet, with the XML of cells that other programs write.
 * @param rows the `<row>` elements of the sheet
 * @param range the declared dimension of the sheet
 */
export function workbookOfXml(rows: string, range: string): Buffer {
  const book = utils.book_new(utils.aoa_to_sheet([[...SHARED, DATE]]), 'S');
  const written = write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true }) as Buffer;
  const archive = CFB.read(written, { type: 'buffer' });
  const sheet = CFB.find(archive, '/xl/worksheets/sheet1.xml');
  if (sheet === null) throw new Error('the workbook has no sheet');
  const xml = Buffer.from(sheet.content)
    .toString()
    .replace(/<dimension[^>]*>/, `<dimension ref="${range}"/>`)
    .replace(/<sheetData>.*<\/sheetData>/, `<sheetData>${rows}</sheetData>`);
  sheet.content = Buffer.from(xml);
  sheet.size = sheet.content.length;
  return CFB.write(archive, { fileType: 'zip', type: 'buffer' }) as Buffer;
}

/**
 * Returns a sheet with every form of a missing value: an empty text as pandas with openpyxl writes it, as a
 * shared string and as the result of a formula, and an error. Row 4 and column A have no other cells.
 */
export function workbookOfEmptyTexts(): Buffer {
  const empty = (place: string): string => `<c r="${place}" t="inlineStr" />`;
  const shared = (place: string): string => `<c r="${place}" t="s"><v>1</v></c>`;
  const formula = (place: string): string => `<c r="${place}" t="str"><f>""</f><v></v></c>`;
  const text = (place: string, value: string): string =>
    `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
  const number = (place: string, value: number): string => `<c r="${place}"><v>${value}</v></c>`;
  const error = (place: string): string => `<c r="${place}" t="e"><v>#N/A</v></c>`;
  const date = (place: string, serial: number): string =>
    `<c r="${place}" s="1"><v>${serial}</v></c>`;
  const names = ['when', 'ok', 'share', 'n', 'note'];
  const rows = [
    [shared('A1'), ...names.map((name, index) => text(`${'BCDEF'.charAt(index)}1`, name))],
    [
      ...[shared('A2'), date('B2', 45293)],
      ...[`<c r="C2" t="b"><v>1</v></c>`, number('D2', 1.5), number('E2', 7), text('F2', 'x')],
    ],
    [empty('A3'), empty('B3'), shared('C3'), formula('D3'), number('E3', 8), text('F3', ' ')],
    ['A4', 'B4', 'C4', 'D4', 'E4', 'F4'].map(empty),
    [
      ...[empty('A5'), date('B5', 45351.5625)],
      ...[`<c r="C5" t="b"><v>0</v></c>`, number('D5', 2), error('E5'), shared('F5')],
    ],
    ['A6', 'F6'].map(shared),
  ];
  const data = rows.map((cells, index) => `<row r="${index + 1}">${cells.join('')}</row>`);
  return workbookOfXml(data.join(''), 'A1:F6');
}
