import fc from 'fast-check';
import type { AnyNode, ExampleTable } from '../../../runner/nodes/definition.ts';
import { CheckFailure } from '../../../runner/execution/check-failure.ts';
import { rowsOf } from '../../support/frame-arbitrary.ts';
import { accepts, useOf, type NodeUse, type TableOptions } from '../../support/node-arbitrary.ts';
import { propertyFactor } from '../../support/property-runs.ts';
import { onPolars, reportOnPandas } from '../../support/transform-engines.ts';
import { checkCases, problemsOf, SHRINKING_MS } from '../check-cases.ts';
import type { ParityCase } from '../parity-case.ts';
import { parityPython } from '../parity-python.ts';
import { flowOfNode, tableOfFrame } from './node-flow.ts';
import { subjectsOf, type Subject } from './operator-nodes.ts';
import { selectedNodes } from './selected-nodes.ts';

/** `npm test` uses fixed cases; larger sample counts use a new seed, which the titles contain. */
const SEED = propertyFactor() === 1 ? 1 : Math.floor(Math.random() * 2 ** 31);
/** Of each kind of tables, but for wide ones. */
const CASES_A_NODE = 2 * propertyFactor();
/** Configs may be refused, and integers may overflow: so many uses are drawn, and at most so many times. */
const DRAWN_AT_ONCE = 2 * CASES_A_NODE;
const MAX_DRAWS = 20;

/** Configs of wide tables name hundreds of columns. */
const MAX_TITLE = 300;

/** The kinds of tables. Of wide ones there is one case: its scripts have thousands of lines. */
const TABLES = {
  ordinary: { maxRows: 12, pool: 'ordinary' },
  edges: { maxRows: 12, pool: 'edges' },
  wide: { minRows: 1, maxRows: 4, pool: 'ordinary', isWide: true },
} as const satisfies Record<string, TableOptions>;

/** Where a case was drawn. */
interface Origin {
  readonly subject: Subject;
  readonly tables: keyof typeof TABLES;
  /** Of the uses that were drawn at once. */
  readonly seed: number;
}

const python = await parityPython();
const origins = new Map<string, Origin>();
const narrow = selectedNodes().map((node): Subject => ({
  title: node.id,
  node,
  concerns: () => true,
}));
const cases = [
  ...narrow.flatMap((subject) => [...casesOf(subject, 'ordinary'), ...casesOf(subject, 'edges')]),
  ...subjectsOf('scripts of wide tables').flatMap((subject) => casesOf(subject, 'wide')),
];

/** Draws until there are enough uses whose scripts return what the engines do. */
function casesOf(subject: Subject, tables: Origin['tables']): readonly ParityCase[] {
  const { title, node, concerns } = subject;
  const enough = tables === 'wide' ? 1 : CASES_A_NODE;
  const found: ParityCase[] = [];
  for (let draw = 0; draw < MAX_DRAWS && found.length < enough; draw++) {
    const seed = SEED + draw;
    for (const use of fc.sample(useOf(node, TABLES[tables]), { seed, numRuns: DRAWN_AT_ONCE })) {
      const drawn = found.length < enough && concerns(use) ? caseOf(node, use) : null;
      if (drawn === null) continue;
      const name = `${title}, ${tables} table ${found.length}: ${drawn.name}`;
      origins.set(name, { subject, tables, seed });
      found.push({ ...drawn, name });
    }
  }
  return found;
}

/** Draws the same uses again, each as a case alone, and looks for a smaller one that fails. */
async function smallest({ name }: ParityCase): Promise<string> {
  const origin = origins.get(name);
  if (origin === undefined) throw new Error(`${name} was not drawn`);
  const { node, concerns } = origin.subject;
  const property = fc.asyncProperty(useOf(node, TABLES[origin.tables]), async (use) => {
    const drawn = concerns(use) ? caseOf(node, use) : null;
    if (drawn !== null) expect(await problemsOf(drawn, python)).toEqual([]);
  });
  const limits = { numRuns: DRAWN_AT_ONCE, interruptAfterTimeLimit: SHRINKING_MS };
  const details = await fc.check(property, { seed: origin.seed, ...limits });
  return fc.defaultReportMessage(details) ?? 'No case alone fails.';
}

/** The case of a use; null when the engines refuse the config or fail. */
function caseOf(node: AnyNode, use: NodeUse): ParityCase | null {
  const hasPassed = succeeds(node, use) ? passes(node, use) : null;
  if (hasPassed === null) return null;
  const { graph, frames } = flowOfNode(node.id, use);
  return {
    name: JSON.stringify(use.config).slice(0, MAX_TITLE),
    graph,
    ...(hasPassed ? {} : { error: /violates? this|it has \d+/ }),
    inputs: Object.entries(frames).map(([nodeId, frame]) => {
      const table = { ...tableOfFrame(frame), rows: rowsOf(frame) } as ExampleTable;
      return { nodeId, name: `${nodeId}.parquet`, table };
    }),
  };
}

/** Scripts do not fail for the integers beyond 64 bits for which the engines fail. */
function succeeds({ id }: AnyNode, { inputs, config }: NodeUse): boolean {
  try {
    return accepts(id, inputs, config) && onPolars(id, inputs, config).length >= 0;
  } catch {
    return false;
  }
}

/** Whether the rows pass the check of a node, if it has one; null when the check cannot be evaluated. */
function passes({ id }: AnyNode, { inputs, config }: NodeUse): boolean | null {
  try {
    reportOnPandas(id, inputs, config);
    return true;
  } catch (error) {
    return error instanceof CheckFailure ? false : null;
  }
}

// Nodes with scripts generate none.
if (cases.length === 0) it('has no case', () => undefined);
else
  checkCases(
    SEED === 1 ? 'any config of every node' : `any config of every node, seed ${SEED}`,
    cases,
    python,
    smallest,
  );
