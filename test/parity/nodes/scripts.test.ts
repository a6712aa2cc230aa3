import fc from 'fast-check';
import type { AnyNode, ExampleTable } from '../../../runner/nodes/definition.ts';
import { CheckFailure } from '../../../runner/execution/check-failure.ts';
import { rowsOf } from '../../support/frame-arbitrary.ts';
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
const CASES_A_NODE = 4 * propertyFactor();

const cases = selectedNodes().flatMap((node) =>
  fc
    .sample(useOf(node, { maxRows: 12, pool: 'ordinary' }), { seed: SEED, numRuns: CASES_A_NODE })
    .filter((use) => succeeds(node, use))
    .map((use) => ({ use, passes: passes(node, use) }))
    .filter((one) => one.passes !== null)
    .map((one, index) => caseOf(node, one.use, { index, fails: one.passes === false })),
);

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
