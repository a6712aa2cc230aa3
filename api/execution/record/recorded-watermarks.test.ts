import { RunRecords, SUCCESS } from '../../../test/support/run-records.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import type { IncrementalInput } from '../../../runner/graph/incremental-inputs.ts';
import type { WatermarkAdvance } from '../../../runner/domain/watermark.ts';
import type { Connection } from '../../../runner/domain/connection.ts';
import {
  createConnectionStore,
  type SavedConnection,
} from '../../domain/connections/connection-store.ts';
import { tooManyWatermarks } from '../../domain/watermarks/refused-reads.ts';
import { usedWatermarks } from '../../domain/watermarks/used-watermarks.ts';
import {
  deleteWatermarks,
  findAdvancingRuns,
  fixWatermarks,
  listWatermarks,
  moveWatermarks,
  type StoredWatermark,
} from '../../domain/watermarks/watermark-store.ts';
import { ensureRunSpec } from '../launch/run-spec.ts';
import { readRunSpec } from '../../../runner/process/read-run-spec.ts';
import { objectKeys } from '../../../runner/domain/object-keys.ts';

let records: RunRecords;

beforeEach(async () => {
  records = await RunRecords.open();
});

afterEach(() => records.close());

function advance(before: string | null, value: string): WatermarkAdvance {
  const table = { schema: null, table: 'orders' };
  const key = { nodeId: 'read', connectionId: 'c', table, column: 'id' };
  return { ...key, type: 'integer', before, value };
}

function ofQuery(before: string | null, value: string, queryDigest: string): WatermarkAdvance {
  return { ...advance(before, value), table: null, queryDigest };
}

function connectionAt(host: string): Connection {
  const fields = { port: null, database: 'shop', username: null, secret: null, options: null };
  return { id: 'c', name: 'Shop', provider: 'postgresql', host, ...fields };
}

/** Records the success of a new run. @returns the levels of its log */
async function succeed(...watermarks: readonly WatermarkAdvance[]): Promise<readonly string[]> {
  return await record(await records.add(), ...watermarks);
}

/** Records the success of a run. @returns the levels of its log */
async function record(
  runId: string,
  ...watermarks: readonly WatermarkAdvance[]
): Promise<readonly string[]> {
  const completion = { ...SUCCESS, watermarks };
  expect(await records.recorder().record({ runId, attempt: 1 }, completion)).toBe(true);
  const { logs } = await records.client.run.findUniqueOrThrow({ where: { id: runId } });
  return (JSON.parse(logs ?? '[]') as { level: string }[]).map(({ level }) => level);
}

async function values(): Promise<readonly string[]> {
  const found = await listWatermarks(records.client, records.flowId);
  return found.map(({ value }) => value);
}

describe('the watermarks of runs that overlap', () => {
  it('never go back, and the run that comes second warns', async () => {
    expect(await succeed(advance(null, '5'))).toEqual([]);
    expect(await succeed(advance(null, '3'))).toEqual(['warning']);
    expect(await values()).toEqual(['5']);
    expect(await succeed(advance('5', '9'))).toEqual([]);
    expect(await succeed(advance('5', '7'))).toEqual(['warning']);
    expect(await values()).toEqual(['9']);
  });

  it('stay reset if a person reset them meanwhile', async () => {
    await succeed(advance(null, '5'));
    expect(await deleteWatermarks(records.client, records.flowId, 'read')).toBe(true);
    expect(await succeed(advance('5', '9'))).toEqual(['warning']);
    expect(await values()).toEqual([]);
  });

  it('stay where a person moved them meanwhile, since the run read at another address', async () => {
    const [one, other] = [connectionAt('db1'), connectionAt('db2')];
    const runId = await records.add({ connections: [one] });
    await record(runId, advance(null, '5'));
    const overlapping = await records.add({ connections: [one] });
    const of = { flowId: records.flowId, nodeId: 'read' };
    await moveWatermarks(records.client, of, { connections: [other] });
    expect(await record(overlapping, advance('5', '7'))).toEqual(['warning']);
    expect(await values()).toEqual(['5']);
    const later = await records.add({ connections: [other] });
    expect(await record(later, advance('5', '8'))).toEqual([]);
    expect(await values()).toEqual(['8']);
  });

  it('that a process of an older version wrote belong to the address before an edit', async () => {
    await succeed(advance(null, '5'));
    const { client, flowId } = records;
    await client.watermark.updateMany({ data: { address: null } });
    const store = createConnectionStore(client, fixWatermarks);
    const one = connectionAt('db1');
    await store.create({ ...one, connectionType: 'sql' }, null);
    const merge = (): Promise<SavedConnection> =>
      Promise.resolve({ ...connectionAt('db2'), connectionType: 'sql' });
    await store.update({ id: one.id, merge, scope: undefined, forgetsTest: true });
    const [stored] = await listWatermarks(client, flowId);
    expect(stored?.address).toMatchObject({ host: 'db1' });
  });

  it('stay of the query that a person kept meanwhile, since the run read another one', async () => {
    await succeed(ofQuery(null, '5', 'one'));
    const of = { flowId: records.flowId, nodeId: 'read' };
    await moveWatermarks(records.client, of, { connections: [], queryDigest: 'other' });
    expect(await succeed(ofQuery('5', '7', 'one'))).toEqual(['warning']);
    expect(await succeed(ofQuery('5', '8', 'other'))).toEqual([]);
    expect(await values()).toEqual(['8']);
  });

  it('are separate for each set of values of the parameters of a query', async () => {
    await succeed({ ...ofQuery(null, '5', 'one'), parameters: { shop: 'eu' } });
    await succeed({ ...ofQuery(null, '1', 'one'), parameters: { shop: 'us' } });
    await succeed(ofQuery(null, '2', 'one'));
    expect((await values()).toSorted()).toEqual(['1', '2', '5']);
  });

  it('are separate where the node reads another table or column', async () => {
    await succeed(advance(null, '5'));
    await succeed({ ...advance(null, '1'), column: 'updated' });
    await succeed({ ...advance(null, '2'), table: null });
    expect((await values()).toSorted()).toEqual(['1', '2', '5']);
  });
});

describe('the watermark of a query that a process of an older version wrote, without a digest and values', () => {
  const parameters = { shop: 'eu' };
  const key = { nodeId: 'read', connectionId: 'c', table: null, column: 'id' };
  const input = {
    key: { ...key, parameters },
    source: { kind: 'query', texts: ['', ''], values: ['eu'] },
    queryDigest: 'one',
  } as const;

  /** What the input begins at for some values. */
  async function begins(values: JsonObject): Promise<readonly string[]> {
    const { client, flowId } = records;
    const used = await usedWatermarks(
      [{ ...input, key: { ...key, parameters: values } }],
      await listWatermarks(client, flowId),
      (ids) => findAdvancingRuns(client, ids),
    );
    return used.map(({ stored }) => stored.value);
  }

  it('is of the values of the run that advanced it, and of no others', async () => {
    const runId = await records.add({ parameters: { shop: 'eu', other: 1 } });
    await record(runId, { ...advance(null, '5'), table: null });
    expect(await begins({ shop: 'eu' })).toEqual(['5']);
    expect(await begins({ shop: 'us' })).toEqual([]);
    await records.client.run.delete({ where: { id: runId } });
    expect(await begins({ shop: 'us' })).toEqual(['5']);
  });

  it.each(['5', '7'])('gets both with the next run, which advances it to %s', async (value) => {
    const runId = await records.add({ parameters });
    await record(runId, { ...advance(null, '5'), table: null });
    expect(await succeed({ ...ofQuery('5', value, 'one'), parameters })).toEqual([]);
    const stored = await listWatermarks(records.client, records.flowId);
    expect(stored).toMatchObject([{ value, parameters, queryDigest: 'one' }]);
    expect(stored[0]?.runId === runId).toBe(value === '5');
    expect(await begins({ shop: 'us' })).toEqual([]);
  });
});

it('a node has at most 1,000 watermarks, and a run that needs one more says what to do', () => {
  const key = { nodeId: 'read', connectionId: 'c', table: null, column: 'id' };
  const input: IncrementalInput = { key, source: { kind: 'query', texts: [''], values: [] } };
  const node = { id: 'read', type: 'sqlInput', data: { config: {} } };
  const nodes = new Map([['read', node]]);
  const reads = { flowId: 'f', nodes, inputs: [input], connections: [] };
  const one: StoredWatermark = {
    ...key,
    type: 'integer',
    value: '1',
    address: null,
    runId: 'r',
    updatedAt: new Date(0),
  };
  const stored = Array.from({ length: 1_000 }, (_, shop) => ({ ...one, parameters: { shop } }));
  expect(tooManyWatermarks(reads, { stored: stored.slice(1), used: [] })).toBeNull();
  expect(
    tooManyWatermarks(reads, { stored, used: [{ input, stored: one, run: null }] }),
  ).toBeNull();
  const refused = tooManyWatermarks(reads, { stored, used: [] });
  expect(refused?.message).toContain('The node has 1,000 watermarks');
  expect(refused?.message).toContain('DELETE /api/flows/f/watermarks/read ');
});

it('a success that is not recorded, since the run was cancelled before, does not advance them', async () => {
  const runId = await records.add();
  const recorder = records.recorder();
  const at = { runId, attempt: 1 };
  const cancelled = { ...SUCCESS, status: 'cancelled', errorMessage: 'Cancelled.' } as const;
  expect(await recorder.record(at, cancelled)).toBe(true);
  const success = { ...SUCCESS, watermarks: [advance(null, '5')] };
  expect(await recorder.record(at, success)).toBe(false);
  expect(await values()).toEqual([]);
});

it('a spec that would be stored again at another address than the run was accepted with fails the run', async () => {
  const { client: database, objects } = records;
  const store = createConnectionStore(database, fixWatermarks);
  await store.create({ ...connectionAt('db2'), connectionType: 'sql' }, null);
  const config = { connection_id: 'c', table: 'orders' };
  const graph = { nodes: [{ id: 'read', type: 'sqlInput', data: { config } }], edges: [] };
  const runId = await records.add({ graph, connections: [connectionAt('db1')] });
  expect(await ensureRunSpec({ database, objects }, runId)).toBe(
    'The connection "Shop" was changed to another address before the run could start. Retry it.',
  );
});

it('a spec that is stored again, since the process that accepted the run died, has the watermarks', async () => {
  const ofValues = { ...ofQuery(null, '6', 'one'), parameters: { shop: 'eu', id: 2n ** 60n } };
  await succeed(ofValues);
  await succeed(advance(null, '5'));
  const runId = await records.add();
  const { client: database, objects } = records;
  expect(await ensureRunSpec({ database, objects }, runId)).toBeNull();
  const { watermarks } = readRunSpec(await objects.getText(objectKeys.runSpec(runId)));
  expect(watermarks).toHaveLength(2);
  expect(advance(null, '5')).toMatchObject({ ...watermarks?.[0] });
  expect({ ...watermarks?.[1], before: null }).toEqual(ofValues);
});
