import { isHtml } from '../upload-warnings.ts';

const HEAD_BYTES = 4096;
/** The first two bytes of sheets that Excel wrote before 1993, without a container. */
const FIRST_VERSIONS = [0x0009, 0x0209, 0x0409];

/** What XML of workbooks has near its start, and what it is. */
const XML: readonly (readonly [name: string, sentence: string])[] = [
  [
    'urn:schemas-microsoft-com:office:spreadsheet',
    ' It is a workbook as XML of Excel 2003: open it in Excel and save it as .xlsx.',
  ],
  [
    'opendocument',
    ' It is a flat OpenDocument sheet: open it in LibreOffice and save it as .xlsx or .ods.',
  ],
];

/** Returns a sentence on what a file is that has the name of a workbook but is none; an empty text: unknown. */
export function otherContent(bytes: Buffer): string {
  if (bytes.length > 2 && FIRST_VERSIONS.includes(bytes.readUInt16LE(0))) {
    return ' It is a sheet of an early version: open it in Excel or LibreOffice and save it as .xlsx.';
  }
  const head = bytes.subarray(0, HEAD_BYTES);
  const text = head.toString(head.includes(0) ? 'utf16le' : 'utf8').replace(/^\ufeff/, '');
  if (text.includes('\0')) return '';
  // XML has tables too, as HTML has.
  const xml = XML.find(([name]) => text.includes(name));
  if (xml !== undefined) return xml[1];
  if (isHtml(text) || /<table\b/i.test(text)) {
    return ' It is an HTML page: open it in Excel and save it as .xlsx, or export it as CSV.';
  }
  if (/[\t,;|]/.test(text)) {
    return text.includes('\t')
      ? ' It is text with tabs: give it a name that ends in .tsv, or read it in the format tsv.'
      : ' It is text: give it a name that ends in .csv, or read it in the format csv.';
  }
  return '';
}
