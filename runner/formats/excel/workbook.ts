import { readFile } from 'node:fs/promises';
import { read, type CellObject, type WorkBook } from '@e965/xlsx';
import { UserError } from '../../domain/errors.ts';
import type { FormatRequest } from '../ingest-request.ts';
import { textCell, type SheetCell } from './excel-cell.ts';
import { otherContent } from './other-content.ts';
import { PackageFiles, type UnpackedFiles } from './package-files.ts';
import { sharedTexts, SheetXml, type CellVisitor, type SheetContext } from './sheet-xml.ts';

/** A sheet of a workbook. A chart is one without cells. */
export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
  /** Visits the cells that are not empty, row by row. @throws UserError for a damaged sheet */
  readonly visitCells: (visit: CellVisitor) => void;
}

/** A workbook whose sheets are read one at a time. */
export interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly date1904: boolean;
  /** False: it is of an older or another format, which the library of exported scripts does not read. */
  readonly isXml: boolean;
  /** True: its values are to be calculated when it is opened, so those of formulas may be missing. */
  readonly isUncalculated: boolean;
}

const OPTIONS = { type: 'buffer', dense: true, cellNF: true, cellHTML: false } as const;

/** What the library returns beside what its type has. */
interface LibraryWorkbook extends Omit<WorkBook, 'Workbook' | 'SSF'> {
  readonly files?: UnpackedFiles;
  readonly Directory?: { readonly workbooks?: readonly string[]; readonly sst?: string };
  readonly Styles?: { readonly CellXf?: readonly { readonly numFmtId?: number }[] };
  readonly SSF?: Readonly<Record<number, string>>;
  readonly Workbook?: {
    readonly WBProps?: { readonly date1904?: boolean };
    readonly CalcPr?: { readonly fullCalcOnLoad?: string };
    readonly Sheets?: readonly {
      readonly Hidden?: number;
      readonly id?: string;
      readonly strRelID?: string;
    }[];
  };
}

/** Opens a workbook. @throws UserError for another file, or one with a password */
export async function openWorkbook({ path, fileName }: FormatRequest): Promise<Workbook> {
  const bytes = await readFile(path);
  const zip = bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 3, 4]));
  const compound = bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]));
  // The library reads any text as a sheet.
  if (!zip && !compound) {
    throw new UserError(`${fileName} is not an Excel workbook.${otherContent(bytes)}`);
  }
  try {
    // Of XML the library reads all but the cells.
    const packed = zip ? libraryRead(bytes, { bookFiles: true, sheets: [] }) : undefined;
    return packed?.bookType === 'xlsx' && packed.files !== undefined
      ? xmlWorkbook(packed, new PackageFiles(packed.files))
      : libraryWorkbook(libraryRead(bytes, {}));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (/password|encryption scheme/i.test(message)) {
      throw new UserError(`${fileName} is protected by a password. Save it without one.`);
    }
    // Messages of the library are misleading, such as "Unsupported ZIP encryption" for random bytes.
    throw new UserError(`${fileName} is not an Excel workbook, or it is damaged.`, {
      cause: error,
    });
  }
}

function libraryRead(bytes: Buffer, options: object): LibraryWorkbook {
  return read(bytes, { ...OPTIONS, ...options });
}

function workbookOf(
  book: LibraryWorkbook,
  visitorOf: (name: string, place: number) => Sheet['visitCells'],
): Workbook {
  const { SheetNames: names, Workbook: properties } = book;
  return {
    sheets: names.map((name, place) => ({
      name,
      isHidden: (properties?.Sheets?.[place]?.Hidden ?? 0) !== 0,
      visitCells: visitorOf(name, place),
    })),
    date1904: properties?.WBProps?.date1904 === true,
    isXml: book.bookType === 'xlsx',
    isUncalculated: /^(?:1|true)$/.test(properties?.CalcPr?.fullCalcOnLoad ?? ''),
  };
}

function xmlWorkbook(book: LibraryWorkbook, parts: PackageFiles): Workbook {
  const { Directory: directory, Styles: styles, SSF: formats, Workbook: properties } = book;
  const path = directory?.workbooks?.[0] ?? 'xl/workbook.xml';
  const relationships = parts.relationshipsOf(path);
  const related = [...relationships.values()].find(({ type }) => type === 'sharedStrings');
  const texts = parts.get(related?.path ?? directory?.sst ?? '');
  const context: SheetContext = {
    texts: once(() => (texts === undefined ? [] : sharedTexts(texts))),
    formatOf: (style) => {
      const id = styles?.CellXf?.[style]?.numFmtId ?? 0;
      return formats?.[id] ?? (isEastAsianDate(id) ? 'yyyy-mm-dd' : undefined);
    },
    date1904: properties?.WBProps?.date1904 === true,
  };
  const xmlAt = (place: number): Uint8Array | undefined => {
    const { id, strRelID = id } = properties?.Sheets?.[place] ?? {};
    const sheet = relationships.get(strRelID ?? '');
    if (sheet === undefined) return parts.get(`xl/worksheets/sheet${place + 1}.xml`);
    return sheet.type.endsWith('worksheet') ? parts.get(sheet.path) : undefined;
  };
  return workbookOf(book, (_name, place) => (visit) => {
    const xml = xmlAt(place);
    if (xml !== undefined) SheetXml.visitCells(xml, context, visit);
  });
}

/** Formats of dates and times that Chinese, Japanese and Korean workbooks use without defining them. */
function isEastAsianDate(id: number): boolean {
  return (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

type LibraryRow = readonly (CellObject | undefined)[] | undefined;

/** A workbook of another format than XML. */
function libraryWorkbook(book: LibraryWorkbook): Workbook {
  return workbookOf(book, (name) => (visit) => {
    const rows: readonly LibraryRow[] = book.Sheets[name]?.['!data'] ?? [];
    rows.some((cells, row) =>
      // Iterating over the length of a sparse row would visit holes.
      Object.keys(cells ?? []).some((key) => {
        const cell = cellOf(cells?.[Number(key)]);
        return cell !== undefined && visit(row, Number(key), cell);
      }),
    );
  });
}

function cellOf(cell: CellObject | undefined): SheetCell | undefined {
  if (cell === undefined) return undefined;
  const { t, v, w, z } = cell;
  if (t === 'e' || isFormulaError(cell)) return { t: 'e', v: w ?? String(v) };
  if (typeof v === 'number') return numberCell(v, z);
  if (typeof v === 'boolean') return { t: 'b', v };
  return typeof v === 'string' ? textCell(v) : undefined;
}

function numberCell(v: number, z: CellObject['z']): SheetCell | undefined {
  return Number.isNaN(v) ? undefined : { t: 'n', v, z: z === undefined ? undefined : String(z) };
}

/** The errors that LibreOffice shows, in each of its languages: `Err:502`, `#WERT!`, `#NOMBRE?`. */
const SHOWN_ERROR = /^(?:Err:\d{3}|#[\p{Lu}\d/_]+[!?]|#N\/A)$/u;

/** Whether a formula has an error that the library does not know, of which OpenDocument has the text, or no number. */
function isFormulaError({ f, v }: CellObject): boolean {
  if (f === undefined) return false;
  return typeof v === 'number' ? Number.isNaN(v) : typeof v === 'string' && SHOWN_ERROR.test(v);
}
