import fc from 'fast-check';
import { reports, useCachedRuns } from '../../../test/support/cached-runs.ts';
import { IN, OUT } from '../../../test/support/flow-execution.ts';
import type { TestFlow } from '../../../test/support/flow-workspace.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { ENGINES } from '../../domain/engine.ts';
import { objectKeys } from '../../domain/object-keys.ts';
import { entryText, readEntry } from './cache-entry.ts';

const runs = useCachedRuns();

/** Node types that keep the columns of their input, so that any order of them is a flow. */
const NODE_TYPES = [
  ['filterRows', { column: 'amount', operator: '>', value: 2 }],
  ['filterRows', { column: 'id', operator: '<', value: 30 }],
  ['sortRows', { columns: ['shop', 'amount'], ascending: [true, false] }],
  ['limitRows', { n: 12, offset: 1 }],
  ['removeDuplicates', { subset: ['shop'] }],
  ['assertValueRange', { column: 'amount', min: 0, max: 5, mode: 'warn' }],
  ['concatRows', {}],
  ['shopChart', {}],
  ['split', {}],
] as const;

/** What happens to an entry between two runs. */
const DAMAGES = ['none', 'entry removed', 'rows removed', 'data removed'] as const;
type Damage = (typeof DAMAGES)[number];

/** A node, the earlier nodes that it reads, and whether its rows are written to a file. */
const anyNode = fc.record({
  type: fc.constantFrom(...NODE_TYPES),
  sources: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
  isWritten: fc.boolean(),
});

const anyFlow = fc.array(anyNode, { minLength: 2, maxLength: 8 }).map((drawn) => {
  const nodes: Record<string, TestFlow['nodes'][string]> = { in: IN };
  const edges: string[] = [];
  // The nodes that a node can read: a split has two outputs.
  const ends = ['in'];
  for (const [index, { type, sources, isWritten }] of drawn.entries()) {
    const id = `n${index}`;
    nodes[id] = type;
    const found = [...new Set(sources.map((source) => ends[source % ends.length]!))];
    const read = type[0] === 'concatRows' ? found : found.slice(0, 1);
    edges.push(...read.map((end) => `${end}>${id}`));
    const own = type[0] === 'split' ? [`${id}.known`, `${id}.unknown`] : [id];
    // A flow writes at least one file.
    if (isWritten || index === drawn.length - 1) {
      nodes[`f${index}`] = OUT;
      edges.push(`${own.at(-1)!}>f${index}`);
    }
    ends.push(...own);
  }
  return { nodes, edges: edges.join(' ') };
});

const anyDamages = fc.array(fc.array(fc.constantFrom(...DAMAGES), { minLength: 8 }), {
  minLength: 3,
  maxLength: 3,
});

/** Damages the stored entries, one after the other. */
async function damage(damages: readonly Damage[]): Promise<void> {
  const { store } = runs.flows.workspace;
  const entries = (await runs.keys()).filter((key) => key.endsWith('/entry.json'));
  for (const [index, key] of entries.toSorted().entries()) {
    const entry = readEntry(await store.getText(key));
    switch (damages[index % damages.length]!) {
      case 'none':
        break;
      case 'entry removed':
        await store.deletePrefix(objectKeys.cachePrefix(key.split('/')[1]!));
        break;
      case 'rows removed':
        await store.put(key, entryText({ ...entry, outputs: [] }));
        break;
      case 'data removed':
        for (const { dataKey } of entry.outputs) await store.delete(dataKey);
        break;
    }
  }
}

describe('a run over any part of the cached entries of its flow', () => {
  it('has the results and files of a run without the cache', async () => {
    const anyEngine = fc.constantFrom(...ENGINES);
    await fc.assert(
      fc.asyncProperty(anyEngine, anyFlow, anyDamages, async (engine, flow, rounds) => {
        const { defects, workspace } = runs.flows;
        const before = defects.length;
        await workspace.store.deletePrefix(objectKeys.cacheRoot());
        const plain = await runs.run(40, { engine, ...flow, cache: false });
        const files = await runs.files(plain);
        expect(plain.errorMessage).toBeNull();
        for (const damages of [['none'] as const, ...rounds]) {
          const result = await runs.run(40, { engine, ...flow });
          expect(result.errorMessage).toBeNull();
          expect(reports(result)).toEqual(reports(plain));
          expect(await runs.files(result)).toEqual(files);
          expect(defects.slice(before)).toEqual([]);
          await damage(damages);
        }
      }),
      propertyRuns(15),
    );
  });
});
