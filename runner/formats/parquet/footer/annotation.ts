import type { ThriftStruct } from './thrift-struct.ts';

/** What the footer says of the values of a field beyond its physical type. */
export type Annotation =
  | { readonly kind: PlainAnnotation }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'integer'; readonly isSigned: boolean }
  | { readonly kind: 'time'; readonly unit: TimeUnit }
  | { readonly kind: 'timestamp'; readonly unit: TimeUnit; readonly isUtc: boolean };

/** `other`: one that is newer than this list. */
export type PlainAnnotation =
  | 'none'
  | 'text'
  | 'enum'
  | 'json'
  | 'bson'
  | 'uuid'
  | 'float16'
  | 'date'
  | 'list'
  | 'map'
  | 'interval'
  | 'variant'
  | 'geometry'
  | 'geography'
  | 'null'
  | 'other';

export type TimeUnit = 'ms' | 'us' | 'ns';

/** Fields of the struct SchemaElement (parquet.thrift). */
const ELEMENT = { converted: 6, scale: 7, precision: 8, logical: 10 } as const;
/** Fields of DecimalType, IntType and both TimeType and TimestampType. */
const DECIMAL = { scale: 1, precision: 2 } as const;
const INTEGER = { isSigned: 2 } as const;
const MOMENT = { isUtc: 1, unit: 2 } as const;

/** Members of the union LogicalType. */
const LOGICAL: ReadonlyMap<number, PlainAnnotation> = new Map([
  [1, 'text'],
  [2, 'map'],
  [3, 'list'],
  [4, 'enum'],
  [6, 'date'],
  [11, 'null'],
  [12, 'json'],
  [13, 'bson'],
  [14, 'uuid'],
  [15, 'float16'],
  [16, 'variant'],
  [17, 'geometry'],
  [18, 'geography'],
]);
const LOGICAL_DECIMAL = 5;
const LOGICAL_TIME = 7;
const LOGICAL_TIMESTAMP = 8;
const LOGICAL_INTEGER = 10;
const UNITS: ReadonlyMap<number, TimeUnit> = new Map([
  [1, 'ms'],
  [2, 'us'],
  [3, 'ns'],
]);

/** Members of the older enum ConvertedType. */
const CONVERTED: ReadonlyMap<number, Annotation> = new Map<number, Annotation>([
  [0, { kind: 'text' }],
  [1, { kind: 'map' }],
  [2, { kind: 'map' }],
  [3, { kind: 'list' }],
  [4, { kind: 'enum' }],
  [6, { kind: 'date' }],
  [7, { kind: 'time', unit: 'ms' }],
  [8, { kind: 'time', unit: 'us' }],
  [9, { kind: 'timestamp', unit: 'ms', isUtc: true }],
  [10, { kind: 'timestamp', unit: 'us', isUtc: true }],
  ...[11, 12, 13, 14].map((code): [number, Annotation] => [
    code,
    { kind: 'integer', isSigned: false },
  ]),
  ...[15, 16, 17, 18].map((code): [number, Annotation] => [
    code,
    { kind: 'integer', isSigned: true },
  ]),
  [19, { kind: 'json' }],
  [20, { kind: 'bson' }],
  [21, { kind: 'interval' }],
]);
const CONVERTED_DECIMAL = 5;

/** The annotation of a SchemaElement. The newer kind counts where an element has both. */
export function annotationOf(element: ThriftStruct): Annotation {
  const logical = element.struct(ELEMENT.logical);
  const member = logical?.only ?? null;
  if (logical !== null && member !== null) return logicalAnnotation(logical, member);
  const converted = element.integer(ELEMENT.converted);
  if (converted === null) return { kind: 'none' };
  if (converted === CONVERTED_DECIMAL) return decimalOf(element, ELEMENT);
  return CONVERTED.get(converted) ?? { kind: 'other' };
}

function logicalAnnotation(logical: ThriftStruct, member: number): Annotation {
  const type = logical.struct(member);
  if (member === LOGICAL_DECIMAL) return decimalOf(type, DECIMAL);
  if (member === LOGICAL_INTEGER) {
    return { kind: 'integer', isSigned: type?.isTrue(INTEGER.isSigned) ?? true };
  }
  if (member === LOGICAL_TIME) return { kind: 'time', unit: unitOf(type) };
  if (member === LOGICAL_TIMESTAMP) {
    return { kind: 'timestamp', unit: unitOf(type), isUtc: type?.isTrue(MOMENT.isUtc) ?? false };
  }
  return { kind: LOGICAL.get(member) ?? 'other' };
}

function decimalOf(
  struct: ThriftStruct | null,
  { precision, scale }: Readonly<Record<'precision' | 'scale', number>>,
): Annotation {
  return {
    kind: 'decimal',
    precision: struct?.integer(precision) ?? 0,
    scale: struct?.integer(scale) ?? 0,
  };
}

function unitOf(type: ThriftStruct | null): TimeUnit {
  return UNITS.get(type?.struct(MOMENT.unit)?.only ?? 0) ?? 'ms';
}
