import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deserialize } from 'node:v8';
import { Script } from 'node:vm';
import { classOf, describe, FILE, otherResult, reportedFailure, ResultError } from './failure.mts';

/*
 * Executes a script of a user: `node worker.mts REQUEST`. It is started with `--permission`, so it imports
 * nothing of the project but `failure.mts`. The script is the body of an async function of `rows` or `columns`.
 */

type InputType = 'integer' | 'float' | 'boolean' | 'datetime' | 'string' | 'null';
type Cell = bigint | number | boolean | string | Date | null;

interface InputColumn {
  readonly name: string;
  readonly type: InputType;
  /** Datetimes are microseconds. */
  readonly cells: readonly (bigint | number | boolean | string | null)[];
}

interface Request {
  readonly script: string;
  readonly argument: 'rows' | 'columns';
  readonly columns: readonly InputColumn[];
  /** What `dfd` is; null: the script does not name it. */
  readonly danfo: { readonly folder: string } | { readonly missing: string } | null;
  /** The types of columns that the config declares. */
  readonly declared: Readonly<Record<string, InputType>>;
  readonly output: string;
  readonly report: string;
}

/** A result column: integers and datetimes as digits, floats as numbers or texts such as Infinity. */
interface OutputColumn {
  readonly name: string;
  readonly type: InputType;
  readonly cells: readonly (string | boolean | null)[];
}

/** The microseconds of the datetimes of the input: a Date has milliseconds only. */
const microseconds = new WeakMap<Date, { readonly time: number; readonly exact: bigint }>();

function toDate(exact: bigint): Date {
  const date = new Date(Number(exact >= 0n ? exact / 1000n : (exact - 999n) / 1000n));
  microseconds.set(date, { time: date.getTime(), exact });
  return date;
}

function readCell(type: InputType, cell: InputColumn['cells'][number]): Cell {
  if (typeof cell !== 'bigint') return cell;
  if (type === 'datetime') return toDate(cell);
  return BigInt.asIntN(54, cell) === cell && Number.isSafeInteger(Number(cell))
    ? Number(cell)
    : cell;
}

function argumentOf({ argument, columns }: Request): unknown {
  const values = columns.map(({ name, type, cells }): [string, Cell[]] => [
    name,
    cells.map((cell) => readCell(type, cell)),
  ]);
  if (argument === 'columns') return Object.fromEntries(values);
  return Array.from({ length: columns[0]?.cells.length ?? 0 }, (_, row) =>
    Object.fromEntries(values.map(([name, cells]) => [name, cells[row] ?? null])),
  );
}

function columnsOf(result: unknown): ReadonlyMap<string, readonly unknown[]> {
  if (Array.isArray(result)) return columnsOfRows(result);
  if (isDanfoFrame(result)) return columnsOfFrame(result);
  const entries = typeof result === 'object' && result !== null ? Object.entries(result) : [];
  if (entries.length === 0 || ArrayBuffer.isView(result)) throw otherResult(result);
  return checkedColumns(entries);
}

function checkedColumns(
  columns: readonly (readonly [string, unknown])[],
): ReadonlyMap<string, readonly unknown[]> {
  const lengths = new Set<number>();
  for (const [name, cells] of columns) {
    if (!Array.isArray(cells) && !ArrayBuffer.isView(cells)) {
      throw new ResultError(
        `Column "${name}" of the result is no array: it is ${describe(cells)}.`,
      );
    }
    lengths.add((cells as unknown[]).length);
  }
  if (lengths.size > 1) {
    throw new ResultError(
      `The columns of the result have different lengths: ${[...lengths].join(', ')}.`,
    );
  }
  return new Map(columns.map(([name, cells]) => [name, Array.from(cells as unknown[])]));
}

/** The part of a frame of danfojs-node that is read. */
interface DanfoFrame {
  readonly columns: readonly unknown[];
  readonly getColumnData: readonly (readonly unknown[])[];
}

function isDanfoFrame(value: unknown): value is DanfoFrame {
  if (typeof value !== 'object' || value === null || classOf(value) !== 'DataFrame') return false;
  return 'columns' in value && 'getColumnData' in value;
}

function columnsOfFrame(frame: DanfoFrame): ReadonlyMap<string, readonly unknown[]> {
  const cells = frame.getColumnData;
  return new Map(frame.columns.map((name, place) => [String(name), cells[place] ?? []]));
}

/** Defines `dfd`, which is loaded when the script reads it first: that takes half a second. */
function defineDanfo(danfo: NonNullable<Request['danfo']>): void {
  let loaded: unknown;
  Object.defineProperty(globalThis, 'dfd', {
    get: () => {
      if ('missing' in danfo) throw new Error(danfo.missing);
      loaded ??= createRequire(`${danfo.folder}/package.json`)(danfo.folder);
      return loaded;
    },
  });
}

function columnsOfRows(rows: readonly unknown[]): ReadonlyMap<string, readonly unknown[]> {
  const columns = new Map<string, unknown[]>();
  for (const [index, row] of rows.entries()) {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      throw new ResultError(`Row ${index} of the result is no object: it is ${describe(row)}.`);
    }
    for (const [name, cell] of Object.entries(row)) {
      let cells = columns.get(name);
      if (cells === undefined) {
        cells = new Array<unknown>(rows.length).fill(null);
        columns.set(name, cells);
      }
      cells[index] = cell;
    }
  }
  return columns;
}

/** JavaScript orders these names of an object before all others. */
const INDEX_NAME = /^(0|[1-9]\d{0,9})$/;

/**
 * The names of the result's columns in the order of the script. Names that are whole numbers lose theirs, so
 * next to them the columns of the input keep its order, and new ones follow.
 */
function orderedNames(
  result: ReadonlyMap<string, unknown>,
  input: readonly InputColumn[],
): readonly string[] {
  const names = [...result.keys()];
  if (!names.some((name) => INDEX_NAME.test(name))) return names;
  const kept = input.map(({ name }) => name).filter((name) => result.has(name));
  return [...new Set([...kept, ...names])];
}

/** The types of columns by the result of `typeof`; numbers and objects need a closer test. */
const TYPES: Readonly<Record<string, InputType>> = {
  boolean: 'boolean',
  string: 'string',
  bigint: 'integer',
};

function typeOfCell(cell: unknown): InputType | 'other' {
  if (cell === null || cell === undefined || Number.isNaN(cell)) return 'null';
  if (typeof cell === 'number') return Number.isSafeInteger(cell) ? 'integer' : 'float';
  return cell instanceof Date ? 'datetime' : (TYPES[typeof cell] ?? 'other');
}

const MAX_INTEGER = 2n ** 63n;

function writeCell(name: string, type: InputType, cell: unknown): string | boolean | null {
  if (typeOfCell(cell) === 'null') return null;
  if (typeof cell === 'boolean') return cell;
  if (cell instanceof Date) return microsecondsOf(cell);
  if (typeof cell === 'bigint') checkInteger(name, type, cell);
  return type === 'float' && Object.is(cell, -0) ? '-0' : String(cell);
}

/** @throws ResultError for an integer that the column cannot hold exactly */
function checkInteger(name: string, type: InputType, cell: bigint): void {
  if (cell >= MAX_INTEGER || cell < -MAX_INTEGER) {
    throw new ResultError(`Column "${name}" of the result has an integer beyond 64 bits: ${cell}.`);
  }
  if (type === 'float' && BigInt(Number(cell)) !== cell) {
    throw new ResultError(`Column "${name}" of the result has fractions and the integer ${cell}.`);
  }
}

function microsecondsOf(date: Date): string | null {
  const time = date.getTime();
  if (Number.isNaN(time)) return null;
  const known = microseconds.get(date);
  return String(known?.time === time ? known.exact : BigInt(time) * 1000n);
}

/**
 * The type of a column: that of its cells. Whole numbers are floats where the input or the config has floats.
 * @param hint the type in the config, else in the input
 */
function typeOfColumn(
  name: string,
  cells: readonly unknown[],
  hint: InputType | undefined,
): InputType {
  const types = new Set<InputType>();
  for (const cell of cells) {
    const type = typeOfCell(cell);
    if (type === 'other') {
      throw new ResultError(
        `Column "${name}" of the result holds ${describe(cell)}, which is no value of a column. Convert it to text, for example by JSON.stringify.`,
      );
    }
    if (type !== 'null') types.add(type);
  }
  if (types.has('float')) types.delete('integer');
  const [type, other] = types;
  if (other !== undefined) {
    throw new ResultError(
      `Column "${name}" of the result mixes types: ${[...types].sort().join(' and ')}.`,
    );
  }
  if (type === undefined) return hint ?? 'null';
  return type === 'integer' && hint === 'float' ? 'float' : type;
}

async function execute(request: Request): Promise<OutputColumn[]> {
  if (request.danfo !== null) defineDanfo(request.danfo);
  // The script is on the second line, and lines are counted from the first one of the user.
  const code = `(async function (${request.argument}) {\n${request.script}\n})`;
  const transform = new Script(code, { filename: FILE, lineOffset: -1 }).runInThisContext() as (
    argument: unknown,
  ) => Promise<unknown>;
  const result = await transform(argumentOf(request));
  if (Array.isArray(result) && result.length === 0) return columnsWithoutRows(request);
  const columns = columnsOf(result);
  if (columns.size === 0) throw new ResultError('The result has no columns.');
  const hints = new Map([
    ...request.columns.map(({ name, type }): [string, InputType] => [name, type]),
    ...Object.entries(request.declared),
  ]);
  return orderedNames(columns, request.columns).map((name) => {
    const cells = columns.get(name) ?? [];
    const type = typeOfColumn(name, cells, hints.get(name));
    return { name, type, cells: cells.map((cell) => writeCell(name, type, cell)) };
  });
}

/** No row shows the columns, so they are those of the config, or else of the input. */
function columnsWithoutRows({ columns, declared }: Request): OutputColumn[] {
  const types = Object.entries(declared);
  const known = types.length > 0 ? types.map(([name, type]) => ({ name, type })) : columns;
  return known.map(({ name, type }) => ({ name, type, cells: [] }));
}

/** The names of the columns with cells that a script reads as bigint. */
function bigintColumns({ columns }: Request): readonly string[] {
  return columns
    .filter(({ type, cells }) => cells.some((cell) => typeof readCell(type, cell) === 'bigint'))
    .map(({ name }) => name);
}

// A script may replace it.
const { stringify } = JSON;
const request = deserialize(readFileSync(process.argv[2] ?? '')) as Request;

/** Writes the report and ends the process: timers and sockets of the script do not keep it alive. */
function finish(error: object | null): never {
  writeFileSync(request.report, stringify({ error }));
  process.exit(0);
}

function fail(error: unknown): never {
  finish(reportedFailure(error, () => bigintColumns(request)));
}

// Timers, and promises without a handler, which Node throws as uncaught exceptions.
process.on('uncaughtException', fail);
// Nothing is left that could settle the promise of the script.
process.once('beforeExit', () => {
  fail(
    new ResultError(
      'The script waits for a promise that never settles, so it returned nothing. Resolve or reject each promise.',
    ),
  );
});
try {
  writeFileSync(request.output, stringify(await execute(request)));
} catch (error) {
  fail(error);
}
finish(null);
