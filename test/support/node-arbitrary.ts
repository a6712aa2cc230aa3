import fc from 'fast-check';
import { COLUMN_TYPES, type ColumnSchema } from '../../runner/domain/column.ts';
import { UserError } from '../../runner/domain/errors.ts';
import type { JsonObject } from '../../runner/domain/json.ts';
import type { Frame } from '../../runner/engines/pandas/frame.ts';
import { schemaOf } from '../../runner/engines/pandas/kernels/columns/column-access.ts';
import type { AnyNode, Handle } from '../../runner/nodes/definition.ts';
import { configOf } from './config-arbitrary.ts';
import { ARBITRARY_COLUMNS } from './expression-arbitrary.ts';
import { frameOf, type CELL_POOLS } from './frame-arbitrary.ts';
import { loweredOutput, type TransformInputs } from './transform-engines.ts';

/** A generated use of a node. */
export interface NodeUse {
  readonly inputs: TransformInputs;
  readonly config: JsonObject;
}

/** Columns with names that patterns, quotes, numbers and objects could confuse. */
const ODD_COLUMNS: readonly ColumnSchema[] = [
  { name: 'a "b"', type: 'integer' },
  { name: '^n.*$', type: 'float' },
  { name: '*', type: 'string' },
  { name: '1', type: 'boolean' },
  { name: '__proto__', type: 'datetime' },
];
const WIDE: readonly ColumnSchema[] = Array.from({ length: 300 }, (_, index) => ({
  name: `c${index}`,
  type: COLUMN_TYPES[index % COLUMN_TYPES.length] ?? 'string',
}));
/** Few rows of the other inputs, so that no join multiplies many rows. */
const OTHER_ROWS = 8;
/** A node may refuse all configs for some tables. */
const MAX_REFUSED = 200;

/** The size and the cells of the tables. */
export interface TableOptions {
  /** Of the first input. Default: 0, which few samples then have. */
  readonly minRows?: number;
  readonly maxRows: number;
  readonly pool: keyof typeof CELL_POOLS;
  readonly isWide?: boolean;
}

/** Generates tables for a node and configs that it mostly accepts for them. */
export function useOf(node: AnyNode, options: TableOptions): fc.Arbitrary<NodeUse> {
  return inputsOf(node, options).chain((inputs) => {
    const columns = Object.fromEntries(
      Object.entries(inputs).map(([handle, frames]) => [handle, frames.map(schemaOf)]),
    );
    const configs = configOf(node, columns);
    let refused = 0;
    const accepted = configs.filter((config) => {
      const isAccepted = accepts(node.id, inputs, config) || ++refused > MAX_REFUSED;
      if (isAccepted) refused = 0;
      return isAccepted;
    });
    return fc
      .oneof({ weight: 9, arbitrary: accepted }, { weight: 1, arbitrary: configs })
      .map((config) => ({ inputs, config }));
  });
}

/** Whether the node accepts the config for the columns of the inputs. */
export function accepts(id: string, inputs: TransformInputs, config: JsonObject): boolean {
  try {
    loweredOutput(id, inputs, config);
    return true;
  } catch (error) {
    if (error instanceof UserError || isInvalidConfig(error)) return false;
    throw error;
  }
}

function isInvalidConfig(error: unknown): boolean {
  return error instanceof Error && error.name.includes('ZodError');
}

function inputsOf(node: AnyNode, options: TableOptions): fc.Arbitrary<TransformInputs> {
  const hasExpressions = node.expressionKeys.length > 0;
  const inputs = node.inputs.map((handle, index): [string, fc.Arbitrary<readonly Frame[]>] => {
    const first = schemaArbitrary(options.isWide === true && index === 0, hasExpressions);
    const frame = first.chain((columns) =>
      index === 0
        ? frameOf(columns, options.maxRows, options.pool, options.minRows)
        : frameOf(columns, OTHER_ROWS, options.pool),
    );
    return [handle.id, framesOf(handle, frame, options)];
  });
  return fc.record(Object.fromEntries(inputs));
}

function framesOf(
  { multi }: Handle,
  first: fc.Arbitrary<Frame>,
  { pool }: TableOptions,
): fc.Arbitrary<readonly Frame[]> {
  const others = schemaArbitrary(false, false).chain((columns) =>
    frameOf(columns, OTHER_ROWS, pool),
  );
  return fc
    .tuple(first, fc.array(others, { maxLength: multi ? 2 : 0 }))
    .map(([one, rest]) => [one, ...rest]);
}

/** Generates columns; a few of those with ordinary names have the type of another. */
function schemaArbitrary(isWide: boolean, hasExpressions: boolean): fc.Arbitrary<ColumnSchema[]> {
  if (isWide) return fc.constant([...ARBITRARY_COLUMNS, ...WIDE]);
  const odd = fc.subarray([...ODD_COLUMNS], { maxLength: 2 });
  // Expressions read all of these columns.
  if (hasExpressions) return odd.map((columns) => [...ARBITRARY_COLUMNS, ...columns]);
  const retyped = fc.tuple(
    fc.shuffledSubarray<ColumnSchema>([...ARBITRARY_COLUMNS], { minLength: 1, maxLength: 5 }),
    fc.option(fc.constantFrom(...COLUMN_TYPES), { freq: 4 }),
  );
  return fc
    .tuple(retyped, odd)
    .map(([[[head, ...rest], type], columns]) => [
      ...(head === undefined ? [] : [{ ...head, type: type ?? head.type }]),
      ...rest,
      ...columns,
    ]);
}
