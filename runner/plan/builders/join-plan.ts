import type { Join, Relation } from '../relation.ts';
import { isNumeric, type ColumnSchema, type ColumnType } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';
import type { JoinedColumn, JoinKind, JoinPlan, KeyPair } from '../../domain/join.ts';
import { findColumn } from '../../domain/nearest-name.ts';
import { supertype } from '../../domain/types/supertype.ts';
import {
  attributeToField,
  checkDistinctNames,
  checkFields,
  type FieldCheck,
} from './field-checks.ts';

/** The names of the keys in both inputs. Both lists have the same length. */
export interface JoinKeys {
  readonly leftKeys: readonly string[];
  readonly rightKeys: readonly string[];
  /** The config fields of the left and the right keys. */
  readonly keyFields: readonly [string, string];
}

/** The config of a join. */
export interface JoinRequest extends JoinKeys {
  readonly how: JoinKind;
  readonly suffixes: readonly [string, string];
}

/**
 * Plans a join: the pairs of keys and the result schema.
 * @throws UserError for an unknown key, keys of incomparable types, and duplicate result names
 */
export function planJoin(
  left: readonly ColumnSchema[],
  right: readonly ColumnSchema[],
  request: JoinRequest,
): JoinPlan {
  const { leftKeys, rightKeys, keyFields } = request;
  checkFields(keyChecks(left, right, request));
  const pairs = keyPairs(left, right, request);
  const distinctCheck = (names: readonly string[]) => () => {
    checkDistinctNames(names);
  };
  checkFields([
    [keyFields[0], distinctCheck(leftKeys)],
    [keyFields[1], distinctCheck(rightKeys)],
    ...pairs.map((pair): FieldCheck => [keyFields[0], comparableCheck(pair)]),
  ]);
  const columns = joinedColumns(left, right, pairs, request);
  attributeToField('suffixes', distinctCheck(columns.map(({ name }) => name)));
  return { how: request.how, pairs, columns };
}

/** Checks that both inputs have their keys. */
export function keyChecks(
  left: readonly ColumnSchema[],
  right: readonly ColumnSchema[],
  { leftKeys, rightKeys, keyFields }: JoinKeys,
): readonly FieldCheck[] {
  return leftKeys.flatMap((name, index): FieldCheck[] => [
    [keyFields[0], () => findKey(left, name, 'left')],
    [keyFields[1], () => findKey(right, rightKeys[index] ?? '', 'right')],
  ]);
}

/** The columns of the keys, which passed `keyChecks`. */
export function keyPairs(
  left: readonly ColumnSchema[],
  right: readonly ColumnSchema[],
  { leftKeys, rightKeys }: JoinKeys,
): readonly KeyPair[] {
  return leftKeys.map((name, index) => ({
    left: findKey(left, name, 'left'),
    right: findKey(right, rightKeys[index] ?? '', 'right'),
  }));
}

/** The key column of a side. @throws UserError with the nearest name when there is none */
function findKey(columns: readonly ColumnSchema[], name: string, side: string): ColumnSchema {
  try {
    return findColumn(columns, name);
  } catch (error) {
    if (error instanceof UserError) throw new UserError(`In the ${side} input: ${error.message}`);
    throw error;
  }
}

function comparableCheck({ left, right }: KeyPair): () => void {
  return () => {
    if (left.type === right.type || (isNumeric(left.type) && isNumeric(right.type))) return;
    if (left.type === 'null' || right.type === 'null') return;
    throw new UserError(
      `The keys "${left.name}" (${left.type}) and "${right.name}" (${right.type}) cannot be equal. ` +
        'Cast one of them to the type of the other before.',
    );
  };
}

/** The relation of a planned join. */
export function joinOf(
  left: Relation,
  right: Relation,
  plan: JoinPlan,
  suffixes: JoinRequest['suffixes'],
): Join {
  const columns = plan.columns.map(({ name, type }) => ({ name, type }));
  return { op: 'join', left, right, plan, suffixes, columns };
}

/** The result columns of a join, with suffixes where both sides have a name that is no shared key. */
export function joinedColumns(
  left: readonly ColumnSchema[],
  right: readonly ColumnSchema[],
  pairs: readonly KeyPair[],
  { how, suffixes }: Pick<JoinRequest, 'how' | 'suffixes'>,
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

/** The type of the side whose rows are all kept; for an outer join, the common type. */
function keyType({ left, right }: KeyPair, how: JoinKind): ColumnType {
  if (left.type === right.type || how === 'inner' || how === 'left') return left.type;
  return how === 'right' ? right.type : supertype(left.type, right.type);
}
