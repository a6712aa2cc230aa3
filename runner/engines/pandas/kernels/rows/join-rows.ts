import { UserError } from '../../../../domain/errors.ts';
import type { JoinKind } from '../../../../domain/join.ts';
import type { Column } from '../../frame.ts';
import { concatColumns } from '../columns/concat-columns.ts';
import { denseRowCodes } from './dense-codes.ts';
import { rowsByGroup, type GroupedRows } from './group-rows.ts';
import { alignKeyTypes } from './align-key-types.ts';
import { columnLength, validMask } from '../columns/null-mask.ts';
import { MAX_ROWS } from './row-limit.ts';

/** Row `i` of the result joins the rows `left[i]` and `right[i]`; -1 stands for no row. */
export interface JoinedRows {
  readonly left: Int32Array;
  /** Empty for semi and anti joins. */
  readonly right: Int32Array;
}

/**
 * Matches rows by equal keys, in time linear in input and output rows. Integers match floats by value; a
 * null key matches nothing. The result is in left order, and the matches of a left row in right order; a
 * right join is in right order; an outer join ends with the unmatched right rows.
 * @param pairs pairs of a left and a right key column; at least one
 * @throws UserError when the result has more rows than a frame can have
 */
export function joinRows(
  pairs: readonly (readonly [Column, Column])[],
  kind: JoinKind,
): JoinedRows {
  if (kind === 'right') {
    const swapped = joinRows(
      pairs.map(([left, right]) => [right, left]),
      'left',
    );
    return { left: swapped.right, right: swapped.left };
  }
  const sides = indexSides(pairs);
  if (kind === 'semi' || kind === 'anti') return filterLeftRows(sides, kind === 'semi');
  return matchedRows(sides, kind);
}

interface Sides {
  /** The key code of each left row, -1 for a null key. */
  readonly leftCodes: Int32Array;
  readonly right: GroupedRows;
  readonly rightLength: number;
}

function indexSides(pairs: readonly (readonly [Column, Column])[]): Sides {
  const keys = pairs.map(([left, right]) => alignKeyTypes(left, right));
  const [first] = keys;
  if (first === undefined) throw new TypeError('A join needs a key.');
  const leftLength = columnLength(first[0]);
  const rightLength = columnLength(first[1]);
  const both = keys.map((pair) => concatColumns(pair));
  const { codes, count } = denseRowCodes(both, leftLength + rightLength);
  const present = allPresent(both, leftLength + rightLength);
  const leftCodes = codes.slice(0, leftLength);
  for (let row = 0; row < leftLength; row++) if (present[row] === 0) leftCodes[row] = -1;
  const right = rowsByGroup(
    { codes: codes.subarray(leftLength), count },
    present.subarray(leftLength),
  );
  return { leftCodes, right, rightLength };
}

function allPresent(columns: readonly Column[], length: number): Uint8Array {
  const present = new Uint8Array(length).fill(1);
  for (const column of columns) {
    const mask = validMask(column);
    if (mask === null) continue;
    for (let row = 0; row < length; row++) if (mask[row] === 0) present[row] = 0;
  }
  return present;
}

/** The left rows with a match (semi join), or those without (anti join). */
function filterLeftRows({ leftCodes, right }: Sides, keepMatched: boolean): JoinedRows {
  const rows = new Int32Array(leftCodes.length);
  let size = 0;
  for (let row = 0; row < leftCodes.length; row++) {
    const code = leftCodes[row] ?? -1;
    if (code !== -1 && matchCount(right, code) > 0 === keepMatched) rows[size++] = row;
    else if (code === -1 && !keepMatched) rows[size++] = row;
  }
  return { left: rows.subarray(0, size), right: new Int32Array(0) };
}

function matchCount({ starts }: GroupedRows, code: number): number {
  return code === -1 ? 0 : (starts[code + 1] ?? 0) - (starts[code] ?? 0);
}

function matchedRows(sides: Sides, kind: 'inner' | 'left' | 'outer'): JoinedRows {
  const keepLeft = kind !== 'inner';
  const unmatched = kind === 'outer' ? unmatchedRight(sides) : new Int32Array(0);
  const size = resultSize(sides, keepLeft) + unmatched.length;
  if (size > MAX_ROWS) {
    throw new UserError(
      `The join would yield ${size} rows. Check that the keys are meant to match so many rows.`,
    );
  }
  const left = new Int32Array(size).fill(-1);
  const right = new Int32Array(size).fill(-1);
  let at = 0;
  for (let row = 0; row < sides.leftCodes.length; row++) {
    const code = sides.leftCodes[row] ?? -1;
    const matches = matchCount(sides.right, code);
    if (matches === 0 && keepLeft) left[at++] = row;
    const start = sides.right.starts[code] ?? 0;
    for (let match = start; match < start + matches; match++) {
      left[at] = row;
      right[at++] = sides.right.rows[match] ?? -1;
    }
  }
  right.set(unmatched, at);
  return { left, right };
}

function resultSize({ leftCodes, right }: Sides, keepLeft: boolean): number {
  const minRows = keepLeft ? 1 : 0;
  let size = 0;
  for (let row = 0; row < leftCodes.length; row++) {
    size += Math.max(matchCount(right, leftCodes[row] ?? -1), minRows);
  }
  return size;
}

/** The right rows without a match, including those with a null key, in order. */
function unmatchedRight({ leftCodes, right, rightLength }: Sides): Int32Array {
  const leftKeys = new Uint8Array(right.starts.length);
  for (const code of leftCodes) if (code !== -1) leftKeys[code] = 1;
  const matched = new Uint8Array(rightLength);
  for (let code = 0; code + 1 < right.starts.length; code++) {
    if (leftKeys[code] === 0) continue;
    for (const row of right.rows.subarray(right.starts[code], right.starts[code + 1]))
      matched[row] = 1;
  }
  return Int32Array.from(matched.keys()).filter((row) => matched[row] === 0);
}
