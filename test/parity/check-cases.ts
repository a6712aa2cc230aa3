import { ENGINES } from '../../runner/domain/engine.ts';
import { difference } from './difference.ts';
import type { ParityCase } from './parity-case.ts';
import { runCases, SCRIPTS, type CaseOutcome, type Outcome } from './parity-run.ts';

/**
 * Registers a test for every case: both engines against what is expected, and, where there is
 * Python, all three exported scripts against the same.
 */
export function checkCases(
  title: string,
  cases: readonly ParityCase[],
  python: string | null,
): void {
  describe(title, () => {
    let outcomes: ReadonlyMap<string, CaseOutcome> = new Map();
    beforeAll(async () => {
      outcomes = await runCases(cases, python);
    }, 180_000);

    it.each(cases.map((parityCase) => [parityCase.name, parityCase] as const))(
      '%s',
      (name, parityCase) => {
        const outcome = outcomes.get(name);
        if (outcome === undefined) throw new Error('The case was not run');
        const problems =
          parityCase.error === undefined
            ? wrongTables(parityCase, outcome)
            : wrongErrors(parityCase.error, outcome);
        expect(problems).toEqual([]);
      },
    );
  });
}

function wrongTables(parityCase: ParityCase, outcome: CaseOutcome): readonly string[] {
  const { engines, exported, scripts } = outcome;
  const problems: string[] = [];
  if ('error' in exported) problems.push(`export: ${exported.error}`);
  const places: [string, Outcome][] = ENGINES.map((engine) => [
    `${engine} engine`,
    engines[engine],
  ]);
  for (const script of SCRIPTS) {
    if (scripts !== null) places.push([`script "${script}"`, scripts[script]]);
  }
  const reference = 'tables' in engines.polars ? engines.polars.tables : {};
  const expected = parityCase.expected ?? reference;
  if (Object.keys(expected).length === 0) problems.push('nothing to compare with');
  for (const [place, result] of places) {
    if ('error' in result) {
      problems.push(`${place}: ${result.error}`);
      continue;
    }
    for (const [id, table] of Object.entries(expected)) {
      const actual = result.tables[id];
      const found = actual === undefined ? 'is missing' : difference(actual, table);
      if (found !== null) problems.push(`${place}, output ${id}: ${found}`);
    }
  }
  return problems;
}

/** A mistake must be told by both engines alike, and by the export or by each script. */
function wrongErrors(
  error: RegExp,
  { engines, exported, scripts }: CaseOutcome,
): readonly string[] {
  const problems: string[] = [];
  for (const engine of ENGINES) {
    const result = engines[engine];
    if (!('error' in result)) problems.push(`${engine} engine: no error`);
    else if (!error.test(result.error)) problems.push(`${engine} engine: ${result.error}`);
  }
  if ('error' in exported) {
    if (!error.test(exported.error)) problems.push(`export: ${exported.error}`);
  } else if (scripts !== null) {
    for (const script of SCRIPTS) {
      if (!('error' in scripts[script])) problems.push(`script "${script}": no error`);
    }
  }
  return problems;
}
