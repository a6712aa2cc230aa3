import type { TypedExpression } from '../../runner/expressions/typed-expression.ts';
import { lineageOf, type InputColumn } from '../../runner/plan/lineage.ts';
import { inputsOf, type Relation } from '../../runner/plan/relation.ts';

/** An aggregate of a node, with the columns of its inputs that it reads. */
export interface AggregatedColumns {
  /** The name of the aggregate or the window function. */
  readonly name: string;
  readonly from: readonly InputColumn[];
}

/** The aggregates over groups and over all rows that a node computes. */
export function aggregatedColumns(root: Relation): readonly AggregatedColumns[] {
  const found: AggregatedColumns[] = [];
  const seen = new Set<Relation>();
  const visit = (relation: Relation): void => {
    if (relation.op === 'input' || seen.has(relation)) return;
    seen.add(relation);
    const [input] = inputsOf(relation);
    for (const { name, columns } of callsOf(relation)) {
      const lineage = input === undefined ? undefined : lineageOf(input).columns;
      found.push({ name, from: columns.flatMap((column) => lineage?.get(column)?.from ?? []) });
    }
    inputsOf(relation).forEach(visit);
  };
  visit(root);
  return found;
}

interface NamedCall {
  readonly name: string;
  /** The columns of the operator's input that it reads. */
  readonly columns: readonly string[];
}

function callsOf(relation: Relation): readonly NamedCall[] {
  if (relation.op === 'aggregate') {
    return relation.calls.map(({ aggregate, column }) => ({
      name: aggregate,
      columns: [column.name],
    }));
  }
  if (relation.op === 'describe') {
    const columns = relation.described.map(({ name }) => name);
    return ['mean', 'std'].map((name) => ({ name, columns }));
  }
  if (relation.op !== 'window') return [];
  return relation.fields.flatMap(({ expression }) => windowCalls(expression));
}

function windowCalls(node: TypedExpression): readonly NamedCall[] {
  if (node.kind === 'call') return node.args.flatMap(windowCalls);
  if (node.kind !== 'window' || node.column === null) return [];
  const { function: called, column } = node;
  return [{ name: 'aggregate' in called ? called.aggregate : called.kind, columns: [column.name] }];
}
