import { BSON } from 'mongodb';
import { exactJson } from '../../../domain/exact-json.ts';

/** The kinds of values that columns distinguish. */
export type ValueKind = 'null' | 'integer' | 'float' | 'decimal' | 'boolean' | 'date' | 'text';

/** The names of types in MongoDB, of the classes by which the driver represents values. */
const CLASSES: ReadonlyMap<string, readonly [kind: ValueKind, type: string]> = new Map([
  ['Int32', ['integer', 'int']],
  ['Long', ['integer', 'long']],
  ['Double', ['float', 'double']],
  ['Decimal128', ['decimal', 'decimal']],
  ['ObjectId', ['text', 'objectId']],
  ['Binary', ['text', 'binData']],
  ['UUID', ['text', 'binData']],
  ['BSONRegExp', ['text', 'regex']],
  ['Timestamp', ['text', 'timestamp']],
  ['Code', ['text', 'javascript']],
  ['BSONSymbol', ['text', 'symbol']],
  ['MinKey', ['text', 'minKey']],
  ['MaxKey', ['text', 'maxKey']],
  ['DBRef', ['text', 'object']],
]);

const NULL = ['null', 'null'] as const;

/** Reads a document so that each value keeps its type. @throws BSONError */
export function readDocument(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  return BSON.deserialize(bytes, {
    promoteValues: false,
    promoteLongs: false,
    promoteBuffers: false,
    bsonRegExp: true,
  });
}

/** What a value is, and the name of its type in MongoDB. */
export function kindOf(value: unknown): readonly [kind: ValueKind, type: string] {
  if (value === null || value === undefined) return NULL;
  if (typeof value === 'string') return ['text', 'string'];
  if (typeof value === 'boolean') return ['boolean', 'bool'];
  if (value instanceof Date) return ['date', 'date'];
  if (Array.isArray(value)) return ['text', 'array'];
  return CLASSES.get(classOf(value)) ?? ['text', 'object'];
}

function classOf(value: unknown): string {
  const tag: unknown = (value as { readonly _bsontype?: unknown })._bsontype;
  // A document may have a field of this name, but it is no class of the driver.
  return typeof tag === 'string' && !Object.hasOwn(value as object, '_bsontype') ? tag : '';
}

/** A value as text: its digits, true, ISO 8601, hexadecimal digits, or JSON. */
export function textOf(value: unknown): string {
  const plain = plainOf(value);
  if (typeof plain === 'string') return plain;
  if (kindOf(value)[0] === 'float') return floatText(Number(value));
  return exactJson.stringify(plain);
}

/** A float as engines read it, with a decimal point. */
function floatText(value: number): string {
  if (Object.is(value, -0)) return '-0.0';
  return Number.isInteger(value) && Math.abs(value) < 1e21 ? `${value}.0` : String(value);
}

/** A value as JSON can have it. */
function plainOf(value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (value instanceof Date) return isDate(value) ? value.toISOString() : 'a date out of range';
  if (Array.isArray(value)) return value.map(plainOf);
  const known = PLAIN.get(classOf(value));
  if (known !== undefined) return known(value);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plainOf(part)]));
}

const asText = (value: unknown): string => String(value);

const PLAIN: ReadonlyMap<string, (value: unknown) => unknown> = new Map([
  ['Int32', Number],
  ['Double', Number],
  ['Long', (value: unknown): unknown => (value as BSON.Long).toBigInt()],
  ['Decimal128', asText],
  ['ObjectId', asText],
  ['UUID', asText],
  ['Binary', (value: unknown): unknown => (value as BSON.Binary).toString('hex')],
  ['BSONRegExp', regexText],
  ['Timestamp', timestampText],
  ['Code', (value: unknown): unknown => (value as BSON.Code).code],
  ['BSONSymbol', asText],
  ['MinKey', (): unknown => 'MinKey'],
  ['MaxKey', (): unknown => 'MaxKey'],
  ['DBRef', (value: unknown): unknown => referenceOf(value as BSON.DBRef)],
]);

function regexText(value: unknown): string {
  const { pattern, options } = value as BSON.BSONRegExp;
  return `/${pattern}/${options}`;
}

/** Seconds since 1970 and the number within the second. */
function timestampText(value: unknown): string {
  const { t, i } = value as BSON.Timestamp;
  return `${t}:${i}`;
}

function referenceOf({ collection, oid, db, fields }: BSON.DBRef): unknown {
  const database = db === undefined ? {} : { $db: db };
  return plainOf({ $ref: collection, $id: oid, ...database, ...fields });
}

/** Whether the clock of JavaScript has such a date, which the field of a document need not be. */
export function isDate(value: Date): boolean {
  return !Number.isNaN(value.getTime());
}
