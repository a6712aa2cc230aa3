import type { ColumnType } from '../domain/column.ts';
import type { ConfigIssue } from '../domain/errors.ts';
import { exactJson } from '../domain/exact-json.ts';
import { truncateMiddle } from '../domain/truncate-text.ts';
import { typeOfValue } from '../domain/types/type-of-value.ts';
import { textToFloat, textToInteger } from '../expressions/operations/text-casts.ts';
import type { Call, TypedExpression } from '../expressions/typed-expression.ts';
import type { WrittenValue } from '../expressions/literal.ts';
import type { Relation } from '../plan/relation.ts';
import { operatorsOf } from '../plan/traits.ts';

/** Operations that read a text as a number. */
const READERS: ReadonlySet<string> = new Set([textToFloat(null).name, textToInteger(null).name]);

const AS_NUMBERS = 'They are compared as numbers: a text that is no number matches "!=" only.';
const AS_TEXTS = 'They are compared as texts.';

/** Operations that compare their first argument with the others. */
const COMPARISONS: ReadonlySet<string> = new Set(['==', '!=', '>', '>=', '<', '<=', 'in']);

/**
 * Warnings about values of a node's config that its plan compares with a text column although they are
 * numbers or booleans, and about values that no cell of their column can equal; one for each field and column.
 * @param root the plan of the node
 */
export function comparisonWarnings(root: Relation): readonly ConfigIssue[] {
  const found = new Map<string, ConfigIssue>();
  const add = ({ at, value }: WrittenValue, message: string, column: string): void => {
    const field = String(at[0]);
    const key = JSON.stringify([field, column, typeOfValue(value)]);
    if (!found.has(key)) found.set(key, { field, message });
  };
  for (const operator of operatorsOf(root)) {
    for (const { column, written } of expressionsOf(operator).flatMap(textComparisons)) {
      const misfit = misfitText(written, column, 'string');
      const isNumber = typeof written.value === 'number' || typeof written.value === 'bigint';
      add(written, `${misfit} ${isNumber ? AS_NUMBERS : AS_TEXTS}`, column);
    }
    const neverEqual = operator.op === 'check' ? operator.neverEqual : undefined;
    const column = operator.columns.find(({ name }) => name === neverEqual?.column);
    if (column === undefined || neverEqual === undefined) continue;
    for (const written of neverEqual.values) {
      const misfit = misfitText(written, column.name, column.type);
      add(written, `${misfit} They are never equal.`, column.name);
    }
  }
  return [...found.values()].map(({ field, message }) => ({
    field,
    message: `${message} Cast the column with castDtypes before this node, or write the value in the column's type.`,
  }));
}

function misfitText({ value }: WrittenValue, column: string, type: ColumnType): string {
  const text = truncateMiddle(exactJson.stringify(value));
  return `The column "${column}" has the type ${type}, but the value ${text} has the type ${typeOfValue(value)}.`;
}

interface TextComparison {
  readonly column: string;
  readonly written: WrittenValue;
}

function textComparisons(root: TypedExpression): readonly TextComparison[] {
  if (root.kind !== 'call') return [];
  if (!COMPARISONS.has(root.operation.name)) return root.args.flatMap(textComparisons);
  return comparedTexts(root);
}

function comparedTexts({ args: [first, ...values] }: Call): readonly TextComparison[] {
  // A text that is compared with a number is read as one.
  const cell = first?.kind === 'call' && READERS.has(first.operation.name) ? first.args[0] : first;
  if (cell?.kind !== 'column' || cell.type !== 'string') return [];
  const column = cell.name;
  return values.flatMap((value) => {
    const written = value.kind === 'literal' ? value.written : undefined;
    return written === undefined || typeof written.value === 'string' ? [] : [{ column, written }];
  });
}

/** The expressions that may compare a cell with a value of the config. */
function expressionsOf(operator: Relation): readonly TypedExpression[] {
  if (operator.op === 'filter') return [operator.predicate];
  if (operator.op === 'check' && operator.test.kind === 'rows') return [operator.test.violation];
  if (operator.op === 'project' || operator.op === 'window') {
    return operator.fields.map(({ expression }) => expression);
  }
  return [];
}
