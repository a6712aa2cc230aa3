import type { Relation, Slice } from '../relation.ts';
import { mapInputs, readersOf } from '../rewrite.ts';
import { isFallible } from '../traits.ts';

/**
 * Moves slices to the inputs, so that other operators see fewer rows: below projections, into other slices,
 * and as the first rows into each input of a union. Rows, order, types and failures stay: a slice does not
 * move below an operator that can fail, nor into a relation with other readers.
 */
export function pushSlices(root: Relation): Relation {
  const readers = readersOf(root);
  const known = new Map<Relation, Relation>();
  const visit = (relation: Relation): Relation => {
    const found =
      known.get(relation) ??
      (relation.op === 'slice' ? place(relation.input, relation) : mapInputs(relation, visit));
    known.set(relation, found);
    return found;
  };
  const place = (relation: Relation, range: Range): Relation => {
    if (isFallible(relation) || (readers.get(relation) ?? 0) > 1) {
      return sliced(visit(relation), range);
    }
    if (relation.op === 'slice') return place(relation.input, rangeWithin(range, relation));
    if (relation.op === 'project') return mapInputs(relation, (input) => place(input, range));
    if (relation.op !== 'union') return sliced(visit(relation), range);
    const leading = { offset: 0, length: range.offset + range.length };
    return sliced(
      mapInputs(relation, (input) => place(input, leading)),
      range,
    );
  };
  return visit(root);
}

type Range = Pick<Slice, 'offset' | 'length'>;

function sliced(input: Relation, { offset, length }: Range): Slice {
  return { op: 'slice', input, offset, length, at: {}, columns: input.columns };
}

/** The place of a range of the rows of a slice in the input of that slice. */
function rangeWithin({ offset, length }: Range, inner: Range): Range {
  const left = Math.max(inner.length - offset, 0);
  return { offset: inner.offset + offset, length: Math.min(length, left) };
}
