import { isNumeric, type ColumnSchema, type ColumnType } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';
import { findColumn } from '../../domain/nearest-name.ts';
import type { JoinedColumn, JoinKind, JoinPlan, KeyPair } from '../../engines/join-plan.ts';
import { refuseRepeatedNames } from './column-list.ts';
import { checkFields, inField, type FieldCheck } from './field-checks.ts';

/** What a join is asked for. The two key lists are of one length. */
export interface JoinRequest {
  readonly leftKeys: readonly string[];
  readonly rightKeys: readonly string[];
  /** The keys of the config that name the left and the right ones. */
  readonly keyFields: readonly [string, string];
  readonly how: JoinKind;
  readonly suffixes: readonly [string, string];
}

/**
 * Decides what a join compares and what comes out.
 * @throws UserError on an unknown key, keys that cannot be compared, and names that come out twice
 */
export function planJoin(
  left: readonly ColumnSchema[],
  right: readonly ColumnSchema[],
  request: JoinRequest,
): JoinPlan {
  const { leftKeys, rightKeys, keyFields } = request;
  checkFields(
    leftKeys.flatMap((name, index): FieldCheck[] => [
      [keyFields[0], () => findKey(left, name, 'left')],
      [keyFields[1], () => findKey(right, rightKeys[index] ?? '', 'right')],
    ]),
  );
  const pairs = leftKeys.map((name, index) => ({
    left: findKey(left, name, 'left'),
    right: findKey(right, rightKeys[index] ?? '', 'right'),
  }));
  const refusalOfRepeated = (names: readonly string[]) => () => {
    refuseRepeatedNames(names);
  };
  checkFields([
    [keyFields[0], refusalOfRepeated(leftKeys)],
    [keyFields[1], refusalOfRepeated(rightKeys)],
    ...pairs.map((pair): FieldCheck => [keyFields[0], refusalOfUnfit(pair)]),
  ]);
  const columns = joinedColumns(left, right, pairs, request);
  inField('suffixes', refusalOfRepeated(columns.map(({ name }) => name)));
  return { how: request.how, pairs, columns };
}

function findKey(columns: readonly ColumnSchema[], name: string, side: string): ColumnSchema {
  try {
    return findColumn(columns, name);
  } catch (error) {
    if (error instanceof UserError) throw new UserError(`In the ${side} input: ${error.message}`);
    throw error;
  }
}

function refusalOfUnfit({ left, right }: KeyPair): () => void {
  return () => {
    if (left.type === right.type || (isNumeric(left.type) && isNumeric(right.type))) return;
    throw new UserError(
      `The keys "${left.name}" (${left.type}) and "${right.name}" (${right.type}) cannot be equal. ` +
        'Cast one of them to the type of the other before.',
    );
  };
}

function joinedColumns(
  left: readonly ColumnSchema[],
  right: readonly ColumnSchema[],
  pairs: readonly KeyPair[],
  { how, suffixes }: JoinRequest,
): readonly JoinedColumn[] {
  if (how === 'semi' || how === 'anti') {
    return left.map((column) => ({ ...column, from: 'left', source: column.name }));
  }
  const shared = new Map(
    pairs
      .filter((pair) => pair.left.name === pair.right.name)
      .map((pair) => [pair.left.name, pair]),
  );
  const leftNames = new Set(left.map(({ name }) => name));
  const rightNames = new Set(right.map(({ name }) => name));
  const fromLeft = left.map(({ name, type }): JoinedColumn => {
    const pair = shared.get(name);
    if (pair !== undefined) return { name, type: keyType(pair, how), from: 'key', source: name };
    const suffix = rightNames.has(name) ? suffixes[0] : '';
    return { name: name + suffix, type, from: 'left', source: name };
  });
  const fromRight = right
    .filter(({ name }) => !shared.has(name))
    .map(({ name, type }): JoinedColumn => {
      const suffix = leftNames.has(name) ? suffixes[1] : '';
      return { name: name + suffix, type, from: 'right', source: name };
    });
  return [...fromLeft, ...fromRight];
}

/** The type of the side that has every row; of an outer join, the one that fits both. */
function keyType({ left, right }: KeyPair, how: JoinKind): ColumnType {
  if (left.type === right.type || how === 'inner' || how === 'left') return left.type;
  return how === 'right' ? right.type : 'float';
}
