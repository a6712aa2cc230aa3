import { UserError } from '../../domain/errors.ts';
import { digitsOfNumber, textCell, type SheetCell } from './excel-cell.ts';
import { isoCell } from './iso-date.ts';
import { cellText, isEmptyTag, visitTags, xmlText } from './xml-tags.ts';

/** What the cells of a sheet refer to in other parts of the workbook. */
export interface SheetContext {
  /** The shared texts, by their index. */
  readonly texts: () => readonly string[];
  /** Returns the number format of a style; undefined: the general one. */
  readonly formatOf: (style: number) => string | undefined;
  readonly date1904: boolean;
}

/** Receives a cell with its row and column, from 0. Returns true to stop. */
export type CellVisitor = (row: number, column: number, cell: SheetCell) => boolean;

/** The tags of a cell as they were read. */
interface RawCell {
  readonly row: number;
  readonly column: number;
  readonly type: string;
  readonly style: number;
  value: string;
  /** The text within the cell. */
  inline: string;
  hasFormula: boolean;
}

interface CellTag {
  readonly name: string;
  readonly tag: string;
  readonly text: string;
}

/** The last row and the last column of a sheet, from 0. */
const LAST_ROW = 1_048_575;
const LAST_COLUMN = 16_383;

/** Reads the cells of a sheet from its XML. */
export class SheetXml {
  readonly #context: SheetContext;
  readonly #visit: CellVisitor;
  #row = -1;
  #column = -1;
  #cell: RawCell | null = null;
  #isInline = false;
  /** Whether the tags are of the pronunciation of a text. */
  #isPhonetic = false;

  private constructor(context: SheetContext, visit: CellVisitor) {
    this.#context = context;
    this.#visit = visit;
  }

  /** Visits the cells that are not empty. @throws UserError for XML that is no sheet */
  static visitCells(xml: Uint8Array, context: SheetContext, visit: CellVisitor): void {
    const sheet = new SheetXml(context, visit);
    visitTags(xml, (name, tag, text) => sheet.#tag(name, tag, text));
  }

  #tag(name: string, tag: string, text: string): boolean {
    switch (name) {
      case 'c':
        return this.#startCell(tag);
      case '/c':
        return this.#endCell();
      case 'row':
        this.#row = Number(/\sr\s?=\s?["'](\d{1,7})["']/.exec(tag)?.[1] ?? this.#row + 2) - 1;
        this.#column = -1;
        return false;
      case '/sheetData':
        return true;
      default:
        if (this.#cell !== null) this.#content(this.#cell, { name, tag, text });
        return false;
    }
  }

  #content(cell: RawCell, { name, tag, text }: CellTag): void {
    const content = isEmptyTag(tag) ? '' : text;
    switch (name) {
      case 'v':
        cell.value = content;
        return;
      case 'f':
        cell.hasFormula = true;
        return;
      case 't':
        if (this.#isInline && !this.#isPhonetic) cell.inline += content;
        return;
      default:
        this.#inlineTag(name, isEmptyTag(tag));
    }
  }

  #inlineTag(name: string, isEmpty: boolean): void {
    if (name === 'is' || name === '/is') this.#isInline = name === 'is' && !isEmpty;
    if (name === 'rPh' || name === '/rPh') this.#isPhonetic = name === 'rPh' && !isEmpty;
  }

  #startCell(tag: string): boolean {
    let type = 'n';
    let style = 0;
    this.#column++;
    for (const [, name, double, single = ''] of tag.matchAll(CELL_ATTRIBUTE)) {
      const value = double ?? single;
      if (name === 't') type = value;
      else if (name === 's') style = Number(value);
      else this.#place(value);
    }
    const row = Math.max(0, this.#row);
    const column = this.#column;
    if (column > LAST_COLUMN || row > LAST_ROW) {
      throw new UserError('The workbook has a cell beyond the last row or column of a sheet.');
    }
    this.#cell = { row, column, type, style, value: '', inline: '', hasFormula: false };
    return isEmptyTag(tag) ? this.#endCell() : false;
  }

  /** @param reference such as `AB12` */
  #place(reference: string): void {
    this.#column = columnOf(reference) ?? this.#column;
    this.#row = Number(/\d{1,7}$/.exec(reference)?.[0] ?? this.#row + 1) - 1;
  }

  #endCell(): boolean {
    const raw = this.#cell;
    this.#cell = null;
    const cell = raw === null ? undefined : this.#cellOf(raw);
    return raw !== null && cell !== undefined && this.#visit(raw.row, raw.column, cell);
  }

  #cellOf(raw: RawCell): SheetCell | undefined {
    switch (raw.type) {
      case 's':
        return raw.value === '' ? undefined : textCell(this.#sharedText(raw.value));
      case 'str':
        return textCell(cellText(raw.value));
      case 'inlineStr':
        return textCell(cellText(raw.inline === '' ? raw.value : raw.inline));
      case 'b':
        return booleanCell(raw);
      case 'e':
        return { t: 'e', v: xmlText(raw.value) };
      case 'd':
        return isoCell(raw.value.trim(), this.#context.formatOf(raw.style), this.#context.date1904);
      default:
        return this.#numberCell(raw);
    }
  }

  #numberCell(raw: RawCell): SheetCell | undefined {
    const text = raw.value.trim();
    if (text === '') return valueless(raw);
    const value = Number(text);
    if (!Number.isFinite(value) || OTHER_BASE.test(text)) {
      return { t: 'e', v: xmlText(text), isMisread: true };
    }
    const z = this.#context.formatOf(raw.style);
    if (raw.hasFormula && value === 0) return { t: 'n', v: value, z, isFormula: true };
    return { t: 'n', v: value, z, ...digitsOfNumber(text) };
  }

  #sharedText(index: string): string {
    const text = this.#context.texts()[Number(index)];
    if (text !== undefined) return text;
    throw new UserError('The workbook has a cell whose text is missing in it.');
  }
}

const CELL_ATTRIBUTE = /\s(r|s|t)\s?=\s?(?:"([^"]*)"|'([^']*)')/g;

function valueless({ hasFormula }: RawCell): SheetCell | undefined {
  return hasFormula ? { t: 'f' } : undefined;
}

/** Numbers to JavaScript, but not to Excel. */
const OTHER_BASE = /^0[box]/i;

function booleanCell(raw: RawCell): SheetCell | undefined {
  const text = raw.value.trim();
  if (text === '') return valueless(raw);
  if (text === '1' || text === '0') return { t: 'b', v: text === '1' };
  const isWord = /^(?:true|false)$/i.test(text);
  return isWord
    ? { t: 'b', v: text.toLowerCase() === 'true', isMisread: true }
    : { t: 'e', v: xmlText(text), isMisread: true };
}

/** @returns the column of a reference such as `AB12`, from 0; undefined: it has none */
function columnOf(reference: string): number | undefined {
  let column = 0;
  for (let index = 0; index < reference.length && column <= LAST_COLUMN; index++) {
    const letter = (reference.charCodeAt(index) & ~LOWER_CASE) - CODE_BEFORE_A;
    if (letter < 1 || letter > LETTERS) break;
    column = column * LETTERS + letter;
  }
  return column === 0 ? undefined : column - 1;
}

const LOWER_CASE = 32;
const CODE_BEFORE_A = 64;
const LETTERS = 26;

/** Reads the shared texts of a workbook: each with all of its runs, without the pronunciation. */
export function sharedTexts(xml: Uint8Array): readonly string[] {
  const texts: string[] = [];
  let raw = '';
  let isPhonetic = false;
  visitTags(xml, (name, tag, text) => {
    if (name === 'si') {
      raw = '';
      if (isEmptyTag(tag)) texts.push('');
    } else if (name === '/si') texts.push(cellText(raw));
    else if (name === 'rPh') isPhonetic = !isEmptyTag(tag);
    else if (name === '/rPh') isPhonetic = false;
    else if (name === 't' && !isPhonetic && !isEmptyTag(tag)) raw += text;
    return false;
  });
  return texts;
}
