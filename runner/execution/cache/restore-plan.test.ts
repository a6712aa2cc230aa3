import fc from 'fast-check';
import { OUT } from '../../../test/support/flow-execution.ts';
import { specOf } from '../../../test/support/flow-workspace.ts';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { validateForRun, type ExecutionPlan } from '../../graph/validate-graph.ts';
import { nodeOfType } from '../../nodes/index.ts';
import type { CacheEntry } from './cache-entry.ts';
import type { NodeSummary } from './node-summary.ts';
import { planRestore } from './restore-plan.ts';

const LENGTH = 9;
/** The id of a node is its key. */
const idOf = (index: number): string => `n${index}`;
const summary = (id: string): NodeSummary => ({ columns: [id] }) as unknown as NodeSummary;

/** A node: which earlier ones it reads, whether it writes a file, and what is stored of it. */
const anyNode = fc.record({
  sources: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }),
  isFile: fc.boolean(),
  stored: fc.constantFrom('nothing', 'a report', 'rows'),
});

const aFile = { sources: [LENGTH], isFile: true, stored: 'nothing' };

const anyCase = fc.array(anyNode, { minLength: 1, maxLength: LENGTH }).map((nodes) => {
  const drawn = [...nodes, aFile];
  const readable = [0];
  const edges = drawn.flatMap(({ sources, isFile }, at) => {
    const found = [...new Set(sources.map((source) => readable[source % readable.length]!))];
    if (!isFile) readable.push(at + 1);
    return (isFile ? found.slice(0, 1) : found).map((from) => [from, at + 1] as const);
  });
  return { drawn, edges };
});

function planOf({
  drawn,
  edges,
}: {
  drawn: readonly { isFile: boolean }[];
  edges: readonly (readonly [number, number])[];
}): ExecutionPlan {
  const nodes = Object.fromEntries(
    drawn.map(({ isFile }, at) => [idOf(at + 1), isFile ? OUT : (['concatRows'] as const)]),
  );
  const input = { [idOf(0)]: ['fileInput', { dataset_id: 'd' }] as const };
  const text = edges.map(([from, to]) => `${idOf(from)}>${idOf(to)}`).join(' ');
  const { graph } = specOf({ nodes: { ...input, ...nodes }, edges: text, inputs: [] });
  return validateForRun(graph, { lookup: nodeOfType, parameters: {} });
}

describe('the plan of a run over cached entries', () => {
  it('executes exactly the nodes whose rows or reports no entry has', () => {
    fc.assert(
      fc.property(anyCase, (flow) => {
        const plan = planOf(flow);
        const above = (index: number): readonly number[] =>
          flow.edges.flatMap(([from, to]) => (to === index ? [from, ...above(from)] : []));
        const entries = new Map(
          flow.drawn.flatMap(({ isFile, stored }, at): [string, CacheEntry][] => {
            if (isFile || stored === 'nothing') return [];
            const ancestors = above(at + 1).map((one) => [idOf(one), summary(idOf(one))] as const);
            const output = { handle: 'out', dataKey: '', rows: 1, bytes: 1, digest: '' };
            const outputs = stored === 'rows' ? [output] : [];
            const entry = { summary: summary(idOf(at + 1)), outputs };
            return [[idOf(at + 1), { ...entry, ancestors: Object.fromEntries(ancestors) }]];
          }),
        );
        const keys = new Map(plan.steps.map(({ node }) => [node.id, node.id]));
        const { restored, read } = planRestore({ plan, keys, ownerOf: (id) => id, entries });

        const known = new Set(
          [...entries].flatMap(([id, one]) => [id, ...Object.keys(one.ancestors)]),
        );
        for (const {
          node: { id },
          definition,
        } of plan.steps) {
          const readers = plan.index.outgoing(id).map(({ target }) => target);
          const isRead = readers.some((reader) => !restored.has(reader));
          const entry = entries.get(id);
          const hasRows = (entry?.outputs.length ?? 0) > 0;
          const hasReport = entry !== undefined || (readers.length > 0 && known.has(id));
          const isRestored = definition.kind !== 'output' && (isRead ? hasRows : hasReport);
          expect([id, restored.get(id)]).toEqual([id, isRestored ? summary(id) : undefined]);
          expect([id, read.has(id)]).toEqual([id, isRestored && isRead]);
        }
      }),
      propertyRuns(300),
    );
  });
});
