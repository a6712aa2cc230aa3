import fc from 'fast-check';
import type { AnyNode } from '../../../runner/nodes/definition.ts';
import { accepts, useOf, type NodeUse } from '../../support/node-arbitrary.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { engineDifference } from './engine-difference.ts';
import { subjectsOf, usesOf } from './operator-nodes.ts';
import { selectedNodes } from './selected-nodes.ts';

/** A script starts a process for each engine. */
const runsOf = ({ scripts }: AnyNode) => propertyRuns(Object.keys(scripts).length > 0 ? 4 : 25);
const WIDE_RUNS = propertyRuns(2);
const SAMPLE = { ...propertyRuns(40), numRuns: 40 };

async function agrees(id: string, use: NodeUse): Promise<void> {
  expect(await engineDifference(id, use)).toBeNull();
}

describe.each(selectedNodes().map((node) => [node.id, node] as const))('%s', (id, node) => {
  it('gives the same table or the same error on both engines for any config and rows', async () => {
    const uses = fc.oneof(
      useOf(node, { maxRows: 30, pool: 'ordinary' }),
      useOf(node, { maxRows: 12, pool: 'edges' }),
    );
    await fc.assert(
      fc.asyncProperty(uses, (use) => agrees(id, use)),
      runsOf(node),
    );
  });

  it('accepts a quarter of the configs that are generated, so that the other properties compare tables', () => {
    const uses = fc.sample(useOf(node, { maxRows: 3, pool: 'ordinary' }), SAMPLE);
    const accepted = uses.filter(({ inputs, config }) => accepts(id, inputs, config));
    expect(accepted.length).toBeGreaterThan(10);
  });
});

describe.each(subjectsOf('wide tables').map((subject) => [subject.title, subject] as const))(
  '%s',
  (_title, subject) => {
    it('gives the same table or the same error on both engines for 300 columns', async () => {
      const tables = { minRows: 1, maxRows: 6, pool: 'ordinary', isWide: true } as const;
      const property = fc.asyncProperty(usesOf(subject, tables), (use) =>
        agrees(subject.node.id, use),
      );
      await fc.assert(property, WIDE_RUNS);
    });
  },
);
