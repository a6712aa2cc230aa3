import fc from 'fast-check';
import type { AnyNode, ExampleTable } from '../../../runner/nodes/definition.ts';
import { CheckFailure } from '../../../runner/execution/check-failure.ts';
import { rowsOf, type CELL_POOLS } from '../../support/frame-arbitrary.ts';
import { accepts, useOf, type NodeUse } from '../../support/node-arbitrary.ts';
import { propertyFactor } from '../../support/property-runs.ts';
import { onPolars, reportOnPandas } from '../../support/transform-engines.ts';
import { checkCases } from '../check-cases.ts';
import type { ParityCase } from '../parity-case.ts';
import { parityPython } from '../parity-python.ts';
import { flowOfNode, tableOfFrame } from './node-flow.ts';
import { selectedNodes } from './selected-nodes.ts';

/** `npm test` uses fixed cases; larger sample counts use a new seed, which the titles contain. */
const SEED = propertyFactor() === 1 ? 1 : Math.floor(Math.random() * 2 ** 31);
/** Of each pool of cells. */
const CASES_A_NODE = 2 * propertyFactor();
/** Configs may be refused, and integers may overflow. */
const MAX_DRAWN = 40 * CASES_A_NODE;

const cases = selectedNodes().flatMap((node) =>
  [...casesOf(node, 'ordinary'), ...casesOf(node, 'edges')].map(({ use, hasPassed }, index) =>
    caseOf(node, use, { index, fails: !hasPassed }),
  ),
);

interface DrawnCase {
  readonly use: NodeUse;
  readonly hasPassed: boolean;
}

/** Draws until there are enough uses whose scripts return what the engines do. */
function casesOf(node: AnyNode, pool: keyof typeof CELL_POOLS): readonly DrawnCase[] {
  const drawn = fc.sample(useOf(node, { maxRows: 12, pool }), { seed: SEED, numRuns: MAX_DRAWN });
  const found: DrawnCase[] = [];
  for (const use of drawn) {
    if (found.length === CASES_A_NODE) break;
    const hasPassed = succeeds(node, use) ? passes(node, use) : null;
    if (hasPassed !== null) found.push({ use, hasPassed });
  }
  return found;
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

function caseOf(
  { id }: AnyNode,
  use: NodeUse,
  { index, fails }: { readonly index: number; readonly fails: boolean },
): ParityCase {
  const { graph, frames } = flowOfNode(id, use);
  return {
    name: `${id} ${index}: ${JSON.stringify(use.config)}`,
    graph,
    ...(fails ? { error: /violates? this|it has \d+/ } : {}),
    inputs: Object.entries(frames).map(([nodeId, frame]) => {
      const table = { ...tableOfFrame(frame), rows: rowsOf(frame) } as ExampleTable;
      return { nodeId, name: `${nodeId}.parquet`, table };
    }),
  };
}

// Nodes with scripts generate none.
if (cases.length === 0) it('has no case', () => undefined);
else
  checkCases(
    SEED === 1 ? 'any config of every node' : `any config of every node, seed ${SEED}`,
    cases,
    await parityPython(),
  );
