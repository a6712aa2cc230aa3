import type { FieldShape } from '../footer/field-shape.ts';
import type { ParquetField } from '../footer/parquet-footer.ts';
import type { LeafCursor } from './leaf-cursor.ts';
import { wordsOf } from './value-text.ts';

/** Reads the value of a field in the present row, as JSON; null: it is null. */
export type ReadValue = () => string | null;

/** What the values of a column are read from. */
export interface ColumnCursors {
  /** By the place of a leaf among the chunks of a row group. */
  readonly leaves: ReadonlyMap<number, LeafCursor>;
  /** Whether the bytes of a leaf are text. */
  readonly isText: (field: ParquetField) => boolean;
}

/** Returns the function that reads a column row by row. It takes the values of all its leaves. */
export function recordReader(shape: FieldShape, cursors: ColumnCursors): ReadValue {
  const leaves = leavesOf(shape.field, cursors);
  const [first] = leaves;
  if (first === undefined) throw new RangeError('A group has no fields');
  const content = contentReader(shape, leaves, cursors);
  if (!shape.isOptional) return content;
  const { maxDefinition } = shape.field;
  return () => (first.definition < maxDefinition ? skip(leaves) : content());
}

/** The leaves within a field, in their order. */
function leavesOf(field: ParquetField, cursors: ColumnCursors): readonly LeafCursor[] {
  if (field.physical === null) return field.children.flatMap((child) => leavesOf(child, cursors));
  const cursor = cursors.leaves.get(field.chunk);
  if (cursor === undefined) throw new RangeError('A column has no values');
  return [cursor];
}

/** Takes what leaves have in the place of a value that is null or empty. */
function skip(leaves: readonly LeafCursor[]): null {
  for (const leaf of leaves) leaf.take();
  return null;
}

function contentReader(
  shape: FieldShape,
  leaves: readonly LeafCursor[],
  cursors: ColumnCursors,
): ReadValue {
  switch (shape.kind) {
    case 'leaf':
      return leafReader(shape.field, leaves[0], cursors);
    case 'struct':
      return structReader(shape.members, cursors);
    case 'list':
      return listReader(shape.repeated, leaves, recordReader(shape.element, cursors));
    case 'map': {
      const [key, value] = shape.members;
      const named: [string, ReadValue][] = [['"key"', recordReader(key, cursors)]];
      if (value !== undefined) named.push(['"value"', recordReader(value, cursors)]);
      return listReader(shape.repeated, leaves, objectReader(named));
    }
  }
}

function leafReader(
  field: ParquetField,
  leaf: LeafCursor | undefined,
  { isText }: ColumnCursors,
): ReadValue {
  const words = wordsOf(field, isText(field));
  return () => {
    const value = leaf?.take() ?? null;
    if (value === null) return null;
    const { text, isQuoted } = words(value);
    return isQuoted ? JSON.stringify(text) : (text ?? 'null');
  };
}

function structReader(members: readonly FieldShape[], cursors: ColumnCursors): ReadValue {
  return objectReader(
    members.map((member) => [JSON.stringify(member.field.name), recordReader(member, cursors)]),
  );
}

function objectReader(members: readonly (readonly [name: string, read: ReadValue])[]): ReadValue {
  return () => `{${members.map(([name, read]) => `${name}:${read() ?? 'null'}`).join(',')}}`;
}

function listReader(
  repeated: ParquetField,
  leaves: readonly LeafCursor[],
  element: ReadValue,
): ReadValue {
  const [first] = leaves;
  return () => {
    if (first === undefined || first.definition < repeated.maxDefinition) {
      skip(leaves);
      return '[]';
    }
    const elements: string[] = [];
    do elements.push(element() ?? 'null');
    while (first.repetition === repeated.maxRepetition);
    return `[${elements.join(',')}]`;
  };
}
