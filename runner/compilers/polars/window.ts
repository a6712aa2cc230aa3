import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import { columnReference, type TypedExpression } from '../../expressions/typed-expression.ts';
import {
  isColumnQuantile,
  type WindowCall,
  type WindowOrder,
} from '../../expressions/window-call.ts';
import type { Field, Window } from '../../plan/relation.ts';
import { unusedName } from '../../domain/unused-name.ts';
import { columnQuantiles } from './column-quantiles.ts';
import { withRowOrder } from './sort.ts';

/** The input and the fields of a window relation as the projection of polars can evaluate them. */
export interface WindowPlan {
  /** Further columns than those of the relation's input come last. */
  readonly input: PolarsFrame;
  readonly fields: readonly Field[];
}

/**
 * Replaces orders of several keys by one key, the position of the row in that order: the windows of polars
 * ignore the nulls of further keys. Ranks need the values of the keys and keep them. Replaces quantiles and
 * medians of all rows by their values.
 */
export function windowPlan(
  library: PolarsLibrary,
  input: PolarsFrame,
  { fields }: Pick<Window, 'fields'>,
): WindowPlan {
  let frame = input;
  const positions = new Map<string, WindowOrder>();
  const byPosition = (call: WindowCall): WindowCall => {
    const { order } = call.over;
    if (order === null || order.keys.length === 1 || call.function.kind === 'rank') return call;
    const id = JSON.stringify([order.descending, order.keys.map(({ name }) => name)]);
    let position = positions.get(id);
    if (position === undefined) {
      const added = withPosition(library, frame, order);
      ({ frame, position } = added);
      positions.set(id, position);
    }
    return { ...call, over: { ...call.over, order: position } };
  };
  const quantiles: WindowCall[] = [];
  for (const { expression } of fields) {
    mapWindows(expression, (call) => {
      if (isColumnQuantile(call)) quantiles.push(call);
      return call;
    });
  }
  const quantileOf = quantiles.length === 0 ? null : columnQuantiles(library, input, quantiles);
  const rewrite = (call: WindowCall): TypedExpression =>
    quantileOf !== null && isColumnQuantile(call) ? quantileOf(call) : byPosition(call);
  const rewritten = fields.map((field) => ({
    ...field,
    expression: mapWindows(field.expression, rewrite),
  }));
  return { input: frame, fields: rewritten };
}

/** Adds a column with the position of each row in an order. */
function withPosition(
  library: PolarsLibrary,
  input: PolarsFrame,
  { keys, descending }: WindowOrder,
): { readonly frame: PolarsFrame; readonly position: WindowOrder } {
  const name = unusedName(
    'position',
    input.columns.map((column) => column.name),
  );
  const sortKeys = keys.map((key) => ({ column: key.name, descending }));
  const ordered = withRowOrder({ library, input, nullsLast: true }, sortKeys, name);
  const column = { name, type: 'integer' } as const;
  return {
    frame: {
      // The position of each row is the inverse of the rows in order.
      lazy: ordered.withColumns(library.col(name).argSort(false).alias(name)),
      columns: [...input.columns, column],
    },
    position: { keys: [columnReference(column)], descending: false },
  };
}

function mapWindows(
  node: TypedExpression,
  map: (call: WindowCall) => TypedExpression,
): TypedExpression {
  if (node.kind === 'window') return map(node);
  if (node.kind !== 'call') return node;
  return { ...node, args: node.args.map((arg) => mapWindows(arg, map)) };
}
