import type { ParquetField } from './parquet-footer.ts';

/** The value of a field by the rules of the format, which has several ways to write lists and maps. */
export type FieldShape = {
  readonly field: ParquetField;
  /** Whether it may be null, where all fields around it have a value. */
  readonly isOptional: boolean;
} & (
  | { readonly kind: 'leaf' }
  | { readonly kind: 'struct'; readonly members: readonly FieldShape[] }
  /** `repeated` is the field that repeats: the list itself, or one within it. */
  | { readonly kind: 'list'; readonly repeated: ParquetField; readonly element: FieldShape }
  | { readonly kind: 'map'; readonly repeated: ParquetField; readonly members: MapMembers }
);

/** A map without values is a set. */
type MapMembers = readonly [key: FieldShape, value?: FieldShape];

/** The shape of a column, or of a field within one. */
export function shapeOf(field: ParquetField): FieldShape {
  if (field.repetition !== 'REPEATED') return valueShape(field, field.repetition === 'OPTIONAL');
  // Writers such as parquetjs repeat a field without calling it a list.
  const element = valueShape(field, false);
  return { kind: 'list', field, isOptional: false, repeated: field, element };
}

/** The shape of a field, or of one value of a repeated one. */
function valueShape(field: ParquetField, isOptional: boolean): FieldShape {
  if (field.physical !== null) return { kind: 'leaf', field, isOptional };
  const [repeated, ...others] = field.children;
  const members = (group: ParquetField): FieldShape[] => group.children.map(shapeOf);
  if (repeated?.repetition === 'REPEATED' && others.length === 0) {
    if (field.annotation.kind === 'list') {
      return { kind: 'list', field, isOptional, repeated, element: elementShape(field, repeated) };
    }
    const [key, value, ...more] = members(repeated);
    if (field.annotation.kind === 'map' && key !== undefined && more.length === 0) {
      const both: MapMembers = value === undefined ? [key] : [key, value];
      return { kind: 'map', field, isOptional, repeated, members: both };
    }
  }
  return { kind: 'struct', field, isOptional, members: members(field) };
}

function elementShape(list: ParquetField, repeated: ParquetField): FieldShape {
  const [only] = repeated.children;
  return only === undefined || isElement(list, repeated)
    ? valueShape(repeated, false)
    : shapeOf(only);
}

/** Whether the repeated field of a list is the element itself, as older writers have it. */
export function isElement(list: ParquetField, repeated: ParquetField): boolean {
  if (repeated.physical !== null || repeated.children.length !== 1) return true;
  return repeated.name === 'array' || repeated.name === `${list.name}_tuple`;
}
