import type { ColumnSchema, ColumnType } from '../../../domain/column.ts';
import { UserError } from '../../../domain/errors.ts';
import { firstRounded } from '../../../formats/rounded-cells.ts';
import { mayBeRounded, roundedMessage } from '../../../formats/rounded-decimal.ts';
import { isDate, kindOf, textOf, type ValueKind } from './mongodb-values.ts';

/** Fields with names of their own for each document are no columns. */
const MAX_COLUMNS = 10_000;
/** The years that the service has: 1 to 9999. */
const FIRST_DAY = Date.parse('0001-01-01T00:00:00Z');
const LAST_DAY = Date.parse('9999-12-31T23:59:59.999Z');

const STORE_AS_TEXT = 'Store them as strings to keep all digits.';

/** What the values of a field are. */
interface FieldFacts {
  readonly kinds: Set<ValueKind>;
  /** The names of the types in MongoDB. */
  readonly types: Set<string>;
  /** A number that a float cannot hold: a large integer, or a decimal beyond its range. */
  isBeyondFloat: boolean;
  /** A decimal that a float rounds. */
  rounded: string | null;
  /** A date that no column of datetimes holds. */
  hasLostDate: boolean;
}

/** A column of a collection, and how its cells are written. */
export interface FieldReading {
  readonly column: ColumnSchema;
  readonly write: (value: unknown) => string | null;
  readonly warnings: readonly string[];
}

/** Collects which fields documents have, in the order of appearance, and of which types their values are. */
export class DocumentColumns {
  readonly #fields = new Map<string, FieldFacts>();

  /** @throws UserError if there are too many fields */
  add(document: Readonly<Record<string, unknown>>): void {
    for (const name of Object.keys(document)) {
      const facts = this.#factsOf(name);
      const value = document[name];
      const [kind, type] = kindOf(value);
      if (kind === 'null') continue;
      facts.kinds.add(kind);
      facts.types.add(type);
      if (kind === 'integer' || kind === 'decimal') facts.isBeyondFloat ||= isBeyondFloat(value);
      if (kind === 'decimal') facts.rounded ??= roundedIn(String(value));
      if (kind === 'date') facts.hasLostDate ||= millisecondsOf(value) === null;
    }
  }

  #factsOf(name: string): FieldFacts {
    const known = this.#fields.get(name);
    if (known !== undefined) return known;
    if (this.#fields.size === MAX_COLUMNS) {
      throw new UserError(
        `the documents have more than ${MAX_COLUMNS} different fields, which cannot be columns of one table`,
      );
    }
    const facts = {
      kinds: new Set<ValueKind>(),
      types: new Set<string>(),
      isBeyondFloat: false,
      rounded: null,
      hasLostDate: false,
    };
    this.#fields.set(name, facts);
    return facts;
  }

  /** The columns by the names of types in MongoDB, with a bar between several. */
  types(): readonly { readonly name: string; readonly type: string }[] {
    return [...this.#fields].map(([name, { types }]) => ({
      name,
      type: types.size === 0 ? 'null' : [...types].sort().join(' | '),
    }));
  }

  readings(): readonly FieldReading[] {
    return [...this.#fields].map(([name, facts]) => readingOf(name, facts));
  }
}

/** A column has the type of its values; values of several types are text, but numbers may be floats. */
function readingOf(name: string, facts: FieldFacts): FieldReading {
  const type = typeOf(facts);
  const isRounded = type === 'float' && facts.rounded !== null;
  const column: ColumnSchema = isRounded ? { name, type, rounded: true } : { name, type };
  return { column, write: WRITERS[type], warnings: warningsOf(column, facts) };
}

function warningsOf({ name, type }: ColumnSchema, facts: FieldFacts): readonly string[] {
  const warnings: string[] = [];
  if (type === 'string' && facts.kinds.size > 1) {
    const types = [...facts.types].sort().join(', ');
    warnings.push(
      `Column "${name}" has values of several types (${types}), which are read as text.`,
    );
  }
  if (type === 'string' && facts.types.has('binData')) {
    warnings.push(`Column "${name}" has bytes, which are read as hexadecimal digits.`);
  }
  if (type === 'float' && facts.rounded !== null) {
    warnings.push(roundedMessage(name, facts.rounded, STORE_AS_TEXT));
  }
  if (type === 'datetime' && facts.hasLostDate) {
    warnings.push(`Column "${name}" has dates outside of the years 1 to 9999, which are null.`);
  }
  return warnings;
}

function typeOf({ kinds, isBeyondFloat: isBeyond }: FieldFacts): ColumnType {
  const [only, ...others] = kinds;
  if (only === undefined) return 'null';
  if (others.length === 0) return only === 'decimal' && isBeyond ? 'string' : TYPES[only];
  const areNumbers = [...kinds].every((kind) => NUMBERS.has(kind));
  return areNumbers && !isBeyond ? 'float' : 'string';
}

const NUMBERS: ReadonlySet<ValueKind> = new Set(['integer', 'float', 'decimal']);

const TYPES: Readonly<Record<ValueKind, ColumnType>> = {
  null: 'null',
  integer: 'integer',
  float: 'float',
  decimal: 'float',
  boolean: 'boolean',
  date: 'datetime',
  text: 'string',
};

const WRITERS: Readonly<Record<ColumnType, (value: unknown) => string | null>> = {
  null: () => null,
  integer: cellOf((value) => String(value)),
  float: cellOf((value) => floatCell(Number(String(value)))),
  boolean: cellOf((value) => String(value)),
  datetime: cellOf((value) => {
    const milliseconds = millisecondsOf(value);
    return milliseconds === null ? null : String(BigInt(milliseconds) * 1000n);
  }),
  string: cellOf(textOf),
};

function cellOf(write: (value: unknown) => string | null): (value: unknown) => string | null {
  return (value) => (value === null || value === undefined ? null : write(value));
}

function floatCell(value: number): string | null {
  if (Number.isNaN(value)) return null;
  if (Object.is(value, -0)) return '-0.0';
  return String(value).replace('Infinity', 'inf');
}

function millisecondsOf(value: unknown): number | null {
  if (!(value instanceof Date) || !isDate(value)) return null;
  const time = value.getTime();
  return time >= FIRST_DAY && time <= LAST_DAY ? time : null;
}

function roundedIn(decimal: string): string | null {
  return mayBeRounded(decimal) ? (firstRounded([decimal], null) ?? null) : null;
}

function isBeyondFloat(value: unknown): boolean {
  const text = String(value);
  const float = Number(text);
  if (/^-?\d+$/.test(text)) return !Number.isFinite(float) || BigInt(float) !== BigInt(text);
  return Math.abs(float) === Infinity && !text.includes('Infinity');
}
