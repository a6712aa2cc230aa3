import { CFB } from '@e965/xlsx';

/** A workbook as its XML, in which tests write what the writers of libraries do not. */
export interface XmlWorkbook {
  /** The `<row>` elements of each sheet by its name, or all of the sheet. */
  readonly sheets: Readonly<Record<string, string>>;
  /** Sheets that are not visible. */
  readonly states?: Readonly<Record<string, 'hidden' | 'veryHidden'>>;
  /** Sheets that are charts. */
  readonly charts?: readonly string[];
  /** The number formats of the styles from 1 on: a code, or the number of one that workbooks need not define. */
  readonly formats?: readonly (string | number)[];
  /** The `<si>` elements. */
  readonly texts?: string;
  /** Elements within `<workbook>` before and after its sheets. */
  readonly properties?: string;
  readonly calculation?: string;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';

/** Returns the bytes of a workbook. */
export function xmlWorkbook(workbook: XmlWorkbook): Buffer {
  const { sheets, charts = [] } = workbook;
  const names = Object.keys(sheets);
  const files: Record<string, string> = {
    '[Content_Types].xml': contentTypes(names, charts),
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': bookXml(workbook),
    'xl/_rels/workbook.xml.rels': relations([
      ...names.map((name, place): [string, string] => [
        charts.includes(name) ? 'chartsheet' : 'worksheet',
        sheetPath(name, place, charts),
      ]),
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/styles.xml': stylesXml(workbook.formats ?? []),
    'xl/sharedStrings.xml': `${HEAD}<sst xmlns="${MAIN}">${workbook.texts ?? ''}</sst>`,
  };
  names.forEach((name, place) => {
    const content = sheets[name] ?? '';
    files[`xl/${sheetPath(name, place, charts)}`] = charts.includes(name)
      ? `${HEAD}<chartsheet xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheetViews><sheetView workbookViewId="0"/></sheetViews><drawing r:id="rId1"/></chartsheet>`
      : content.startsWith('<?xml')
        ? content
        : `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${content}</sheetData></worksheet>`;
  });
  names.forEach((name, place) => {
    if (!charts.includes(name)) return;
    files[`xl/chartsheets/_rels/sheet${place + 1}.xml.rels`] = relations([
      ['drawing', '../drawings/drawing1.xml'],
    ]);
    files['xl/drawings/drawing1.xml'] =
      `${HEAD}<wsDr xmlns="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"/>`;
  });
  const archive = CFB.utils.cfb_new();
  for (const [path, text] of Object.entries(files)) {
    CFB.utils.cfb_add(archive, `/${path}`, Buffer.from(text));
  }
  return CFB.write(archive, { fileType: 'zip', type: 'buffer' }) as Buffer;
}

function sheetPath(name: string, place: number, charts: readonly string[]): string {
  return charts.includes(name)
    ? `chartsheets/sheet${place + 1}.xml`
    : `worksheets/sheet${place + 1}.xml`;
}

function contentTypes(names: readonly string[], charts: readonly string[]): string {
  const parts: [string, string][] = [
    ['workbook.xml', 'sheet.main'],
    ['styles.xml', 'styles'],
    ['sharedStrings.xml', 'sharedStrings'],
    ...names.map((name, place): [string, string] => [
      sheetPath(name, place, charts),
      charts.includes(name) ? 'chartsheet' : 'worksheet',
    ]),
  ];
  const overrides = parts.map(
    ([path, type]) => `<Override PartName="/xl/${path}" ContentType="${SPREADSHEET}.${type}+xml"/>`,
  );
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;
}

function relations(targets: readonly (readonly [type: string, path: string])[]): string {
  const elements = targets.map(
    ([type, path], place) =>
      `<Relationship Id="rId${place + 1}" Type="${RELATIONS}/${type}" Target="${path}"/>`,
  );
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${elements.join('')}</Relationships>`;
}

function bookXml({ sheets, states = {}, properties = '', calculation = '' }: XmlWorkbook): string {
  const elements = Object.keys(sheets).map((name, place) => {
    const state = states[name] === undefined ? '' : ` state="${states[name]}"`;
    return `<sheet name="${name}" sheetId="${place + 1}"${state} r:id="rId${place + 1}"/>`;
  });
  return `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}">${properties}<sheets>${elements.join('')}</sheets>${calculation}</workbook>`;
}

function stylesXml(formats: readonly (string | number)[]): string {
  const codes = formats.flatMap((format, place) =>
    typeof format === 'number' ? [] : [numberFormat(format, place)],
  );
  const styles = [0, ...formats].map((format, place) => {
    const id = typeof format === 'number' ? format : FIRST_FORMAT + place - 1;
    return `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0"/>`;
  });
  return `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${codes.length}">${codes.join('')}</numFmts><fonts count="1"><font/></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join('')}</cellXfs></styleSheet>`;
}

const FIRST_FORMAT = 164;

function numberFormat(code: string, place: number): string {
  const escaped = code.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  return `<numFmt numFmtId="${FIRST_FORMAT + place}" formatCode="${escaped}"/>`;
}

/** Returns `<row>` elements of cells without references, which follow each other. */
export function xmlRows(...rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `<row>${cells.join('')}</row>`).join('');
}

/** A text within its cell. */
export function textXml(text: string): string {
  return `<c t="inlineStr"><is><t>${text}</t></is></c>`;
}

/** A number. @param style the place of its format in `formats`, from 1 */
export function numberXml(value: number | string, style = 0): string {
  return `<c s="${style}"><v>${value}</v></c>`;
}
