import { ENGINES } from '../../runner/domain/engine.ts';
import type { ExampleTable } from '../../runner/nodes/definition.ts';
import { difference } from './difference.ts';
import type { ParityCase } from './parity-case.ts';
import type { ReadTable } from './table-file.ts';
import type { NodeTolerances } from './float-tolerances.ts';
import { reboundNames } from './rebound-names.ts';
import { ruffProblems, ruffPython } from './ruff.ts';
import { unusedFunctions } from './unused-functions.ts';
import { runCases, SCRIPTS, type CaseOutcome, type Outcome } from './parity-run.ts';

/** At most so many cases run before the first of them is reported: a machine may be four times slower. */
const CASES_IN_BATCH = 200;

/** How long a test looks for a smaller case that fails, in milliseconds. */
export const SHRINKING_MS = 240_000;

/** Returns a report of the smallest case like one that fails. */
export type Shrink = (parityCase: ParityCase) => Promise<string>;

/**
 * Registers a test for every case: both engines, with the flow as it is and cut by node, and with Python all
 * three exported scripts, must give the expected result.
 */
export function checkCases(
  title: string,
  cases: readonly ParityCase[],
  python: string | null,
  shrink: Shrink | null = null,
): void {
  for (let start = 0; start < cases.length; start += CASES_IN_BATCH) {
    const batch = cases.slice(start, start + CASES_IN_BATCH);
    const isWhole = batch.length === cases.length;
    const place = isWhole ? '' : `, from ${start + 1} to ${start + batch.length}`;
    checkBatch(title + place, batch, { python, shrink });
  }
}

/** Runs a case alone. @returns what is wrong with its outcome */
export async function problemsOf(
  parityCase: ParityCase,
  python: string | null,
): Promise<readonly string[]> {
  const outcome = (await runCases([parityCase], python)).get(parityCase.name);
  return wrong(parityCase, outcome);
}

function wrong(parityCase: ParityCase, outcome: CaseOutcome | undefined): readonly string[] {
  if (outcome === undefined) throw new Error('The case did not run');
  return parityCase.error === undefined
    ? wrongTables(parityCase, outcome)
    : wrongErrors(parityCase.error, outcome);
}

function checkBatch(
  title: string,
  cases: readonly ParityCase[],
  { python, shrink }: { readonly python: string | null; readonly shrink: Shrink | null },
): void {
  describe(title, () => {
    let outcomes: ReadonlyMap<string, CaseOutcome> = new Map();
    beforeAll(async () => {
      outcomes = await runCases(cases, python);
    }, 600_000);

    it.each(cases.map((parityCase) => [parityCase.name, parityCase] as const))(
      '%s',
      async (name, parityCase) => {
        const problems = wrong(parityCase, outcomes.get(name));
        const smallest = problems.length > 0 && shrink !== null ? [await shrink(parityCase)] : [];
        expect([...problems, ...smallest]).toEqual([]);
      },
      2 * SHRINKING_MS,
    );

    it('exports scripts that ruff accepts as checked and formatted', async () => {
      const ruff = await ruffPython();
      if (ruff !== null) expect(await ruffProblems(ruff, exportedScripts(outcomes))).toBe('');
    }, 300_000);

    it('exports scripts that use each of their functions', () => {
      const problems = [...exportedScripts(outcomes)].flatMap(([title, script]) =>
        unusedFunctions(script).map((name) => `${title}: ${name}`),
      );
      expect(problems).toEqual([]);
    });

    it('exports scripts in which a name stands for one thing', () => {
      const problems = [...exportedScripts(outcomes)].flatMap(([title, script]) =>
        reboundNames(script).map((name) => `${title}: ${name}`),
      );
      expect(problems).toEqual([]);
    });
  });
}

/** The export of a flow that only the engines execute. */
const HAS_NO_PYTHON = 'It is a script of javascript, not of Python';

function exportedScripts(outcomes: ReadonlyMap<string, CaseOutcome>): ReadonlyMap<string, string> {
  const scripts = new Map<string, string>();
  for (const [name, { exported, forked }] of outcomes) {
    if ('error' in exported) continue;
    for (const script of SCRIPTS) scripts.set(`${name}, ${script}`, exported[script]);
    if (forked?.script != null) scripts.set(`${name}, forked`, forked.script);
  }
  return scripts;
}

function wrongTables(parityCase: ParityCase, outcome: CaseOutcome): readonly string[] {
  const { engines, cut, exported } = outcome;
  const reference = 'tables' in engines.polars ? engines.polars.tables : {};
  const texts = 'texts' in engines.polars ? engines.polars.texts : {};
  const expected = parityCase.expected ?? reference;
  return [
    ...('error' in exported && !exported.error.includes(HAS_NO_PYTHON)
      ? [`export: ${exported.error}`]
      : []),
    ...(Object.keys({ ...expected, ...texts }).length === 0 ? ['nothing to compare with'] : []),
    ...placesOf(outcome).flatMap(([place, result]) =>
      [...wrongOutputs(result, expected, cut.tolerances), ...wrongTexts(result, texts)].map(
        (problem) => `${place}${problem}`,
      ),
    ),
    ...wrongFork(parityCase, outcome),
    ...cut.problems,
  ];
}

function wrongFork(
  { forked }: ParityCase,
  { forked: found, exported, cut }: CaseOutcome,
): readonly string[] {
  if (forked === undefined || found === null || 'error' in exported) return [];
  if (found.script === null) return ['the forked flow has no export'];
  if (found.outcome === null) return [];
  return wrongOutputs(found.outcome, forked.expected, cut.tolerances).map(
    (problem) => `script "code" of the forked flow${problem}`,
  );
}

function placesOf({ engines, scripts }: CaseOutcome): readonly (readonly [string, Outcome])[] {
  return [
    ...ENGINES.map((engine) => [`${engine} engine`, engines[engine]] as const),
    ...(scripts === null
      ? []
      : SCRIPTS.map((script) => [`script "${script}"`, scripts[script]] as const)),
  ];
}

function wrongOutputs(
  result: Outcome,
  expected: Readonly<Record<string, ReadTable | ExampleTable>>,
  tolerances: NodeTolerances,
): readonly string[] {
  if ('error' in result) return [`: ${result.error}`];
  return Object.entries(expected).flatMap(([id, table]) => {
    const actual = result.tables[id];
    const found =
      actual === undefined
        ? 'is missing'
        : difference(actual, asWritten(table), tolerances.get(id));
    return found === null ? [] : [`, output ${id}: ${found}`];
  });
}

/** The table as a file has it: there a column of nulls is text. */
function asWritten<T extends ReadTable | ExampleTable>(table: T): T {
  const columns = table.columns.map((column) =>
    column.type === 'null' ? { ...column, type: 'string' } : column,
  );
  return { ...table, columns };
}

function wrongTexts(result: Outcome, texts: Readonly<Record<string, string>>): readonly string[] {
  if ('error' in result) return [];
  return Object.entries(texts).flatMap(([id, text]) => {
    const actual = result.texts[id];
    return actual === text
      ? []
      : [`, output ${id}: ${JSON.stringify(actual)} instead of ${JSON.stringify(text)}`];
  });
}

/** Both engines report the same error, and so does the export or each script. */
function wrongErrors(
  error: RegExp,
  { engines, cut, exported, scripts }: CaseOutcome,
): readonly string[] {
  const problems: string[] = [...cut.problems];
  for (const engine of ENGINES) {
    const result = engines[engine];
    if (!('error' in result)) problems.push(`${engine} engine: no error`);
    else if (!error.test(result.error)) problems.push(`${engine} engine: ${result.error}`);
  }
  if ('error' in exported) {
    if (!error.test(exported.error) && !exported.error.includes(HAS_NO_PYTHON))
      problems.push(`export: ${exported.error}`);
  } else if (scripts !== null) {
    for (const script of SCRIPTS) {
      if (!('error' in scripts[script])) problems.push(`script "${script}": no error`);
    }
  }
  return problems;
}
