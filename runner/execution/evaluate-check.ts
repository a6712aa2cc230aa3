import { findColumn } from '../domain/nearest-name.ts';
import type { LiteralValue } from '../expressions/literal.ts';
import { ruleText, violationsOf } from '../plan/builders/check-plan.ts';
import type { Check, CheckTest } from '../plan/operators/reports.ts';
import type { Relation } from '../plan/relation.ts';
import { cellText, floatText } from './cell-text.ts';
import { CheckFailure } from './check-failure.ts';
import type { EngineAdapter } from '../engine-adapters/engine-adapter.ts';
import type { Assertion, NodeReport } from './node-report.ts';

/** The number of violating rows in a report. */
const SAMPLE_ROWS = 5;
/** The maximum number of cells in a message. */
const SHOWN_CELLS = 10;

/** Evaluates a relation of the node on the engine of the run. */
export type Evaluate<F> = (relation: Relation) => F;

/**
 * Counts the rows that violate a check and samples them.
 * @throws CheckFailure for violations in the mode `error`
 */
export function evaluateCheck<F>(
  engine: EngineAdapter<F>,
  check: Check,
  evaluate: Evaluate<F>,
): NodeReport {
  const rows = (): number => engine.countRows(evaluate(check.input));
  const violations = violationsOf(check);
  const assertion =
    violations === null
      ? rowCountAssertion(check.test, rows())
      : rowsAssertion(engine, evaluate(violations));
  if (assertion.passed) return { warnings: [], assertion };
  const example =
    violations === null
      ? ''
      : exampleText(assertion, check, (column) => {
          const first = evaluate({ ...FIRST_ROW, input: violations, columns: violations.columns });
          return engine.cells(first, column)[0] ?? null;
        });
  const message = violationMessage(check, assertion, rows(), example);
  if (check.mode === 'error') throw new CheckFailure(message, assertion);
  return { warnings: [message], assertion };
}

const FIRST_ROW = { op: 'slice', offset: 0, length: 1, at: {} } as const;

function rowsAssertion<F>(engine: EngineAdapter<F>, violations: F): Assertion {
  const violationCount = engine.countRows(violations);
  return {
    passed: violationCount === 0,
    violationCount,
    violatingSample: violationCount === 0 ? [] : engine.sample(violations, SAMPLE_ROWS),
  };
}

/** All rows violate a bound of their number. */
function rowCountAssertion(test: CheckTest, rows: number): Assertion {
  if (test.kind !== 'count') throw new Error(`A check of ${test.kind} has violating rows.`);
  const passed = rows >= (test.min?.rows ?? 0) && rows <= (test.max?.rows ?? Infinity);
  return { passed, violationCount: passed ? 0 : rows, violatingSample: [] };
}

function violationMessage(
  { rule, test }: Check,
  { violationCount }: Assertion,
  rows: number,
  example: string,
): string {
  if (test.kind === 'count') return `${ruleText(rule)}: it has ${rows}.`;
  const verb = violationCount === 1 ? 'violates' : 'violate';
  return `${ruleText(rule)}: ${violationCount} of ${rows} rows ${verb} this${example}.`;
}

/**
 * The cells of the first violating row; of a check for nulls, only the nulls.
 * @param exactCell reads a cell of this row: in the sample, infinity is null
 */
function exampleText(
  { violatingSample: [first] }: Assertion,
  { shown, input, test }: Check,
  exactCell: (column: string) => LiteralValue,
): string {
  if (first === undefined || shown.length === 0) return '';
  const textOf = (name: string): string => {
    const cell = first[name] ?? null;
    const isFloat = findColumn(input.columns, name).type === 'float';
    return cell === null && isFloat ? floatText(exactCell(name)) : cellText(cell);
  };
  const isNullCheck = test.kind === 'notNull';
  const names = isNullCheck ? shown.filter((name) => (first[name] ?? null) === null) : shown;
  const cells = names
    .slice(0, SHOWN_CELLS)
    .map((name) => ({ name, text: textOf(name) }))
    .filter(({ text }) => !isNullCheck || text === 'null')
    .map(({ name, text }) => `${name} = ${text}`);
  return cells.length === 0 ? '' : `, such as ${cells.join(', ')}`;
}
