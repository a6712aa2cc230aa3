import type { Row } from '../domain/json.ts';
import { ruleText, violationsOf } from '../plan/check-plan.ts';
import type { Check, CheckTest } from '../plan/report-relation.ts';
import { CheckFailure } from './check-failure.ts';
import type { EngineAdapter } from './engines/engine-adapter.ts';
import type { Evaluate } from './evaluate-report.ts';
import { exactJson } from '../domain/exact-json.ts';
import type { Assertion, NodeReport } from './node-report.ts';

/** The number of violating rows in a report. */
const SAMPLE_ROWS = 5;

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
  const message = violationMessage(check, assertion, rows());
  if (check.mode === 'error') throw new CheckFailure(message, assertion);
  return { warnings: [message], assertion };
}

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
  { rule, shown, test }: Check,
  { violationCount, violatingSample }: Assertion,
  rows: number,
): string {
  if (test.kind === 'count') return `${ruleText(rule)}: it has ${rows}.`;
  const [first] = violatingSample;
  const verb = violationCount === 1 ? 'violates' : 'violate';
  const example = first === undefined ? '' : `, such as ${cellsText(first, shown)}`;
  return `${ruleText(rule)}: ${violationCount} of ${rows} rows ${verb} this${example}.`;
}

function cellsText(row: Row, columns: readonly string[]): string {
  return columns.map((name) => `${name} = ${exactJson.stringify(row[name] ?? null)}`).join(', ');
}
