import fc from 'fast-check';
import type { AnyNode, ExampleTable } from '../../../runner/nodes/definition.ts';
import { rowsOf } from '../../support/frame-arbitrary.ts';
import { accepts, useOf, type NodeUse } from '../../support/node-arbitrary.ts';
import { propertyFactor } from '../../support/property-runs.ts';
import { onPolars } from '../../support/transform-engines.ts';
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
    .map((use, index) => caseOf(node, use, index)),
);

/** Scripts do not fail for the integers beyond 64 bits for which the engines fail. */
function succeeds({ id }: AnyNode, { inputs, config }: NodeUse): boolean {
  try {
    return accepts(id, inputs, config) && onPolars(id, inputs, config).length >= 0;
  } catch {
    return false;
  }
}

function caseOf({ id }: AnyNode, use: NodeUse, index: number): ParityCase {
  const { graph, frames } = flowOfNode(id, use);
  return {
    name: `${id} ${index}: ${JSON.stringify(use.config)}`,
    graph,
    inputs: Object.entries(frames).map(([nodeId, frame]) => {
      const table = { ...tableOfFrame(frame), rows: rowsOf(frame) } as ExampleTable;
      return { nodeId, name: `${nodeId}.parquet`, table };
    }),
  };
}

checkCases(
  SEED === 1 ? 'any config of every node' : `any config of every node, seed ${SEED}`,
  cases,
  await parityPython(),
);
