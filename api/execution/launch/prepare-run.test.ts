import { nodeOfType } from '../../../runner/nodes/index.ts';
import { createFlow } from '../../../test/support/cluster-runs.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { connectionFinder } from '../../domain/connections/connection-finder.ts';
import { createInputStore } from '../../domain/runs/input-store.ts';
import { createRunStore } from '../../domain/runs/store.ts';
import { createSettingsService } from '../../domain/settings/service.ts';
import { createSettingsStore } from '../../domain/settings/store.ts';
import { findAdvancingRuns, listWatermarks } from '../../domain/watermarks/watermark-store.ts';
import { prepareRun } from './prepare-run.ts';
import type { PreparedRun } from './run-launcher.ts';

let database: TestDatabase;
let flowId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  flowId = await createFlow(database.client);
});

afterAll(() => database.drop());

/** Prepares a run in a cluster, of a flow whose dataset does not exist. */
async function preparedOf(
  type: 'pythonTransform' | 'jsTransform',
  hasPython: boolean,
): Promise<PreparedRun['inputs']> {
  const { client } = database;
  const graph = {
    nodes: [
      { id: 'in', type: 'fileInput', data: { config: { dataset_id: 'gone' } } },
      { id: 'script', type, data: { label: 'Sum', config: { script: 'return rows' } } },
      { id: 'out', type: 'fileOutput', data: { config: {} } },
    ],
    edges: [
      { source: 'in', target: 'script' },
      { source: 'script', target: 'out' },
    ],
  };
  await client.flow.update({ where: { id: flowId }, data: { graphJson: JSON.stringify(graph) } });
  const deps = {
    store: createRunStore(client),
    inputs: createInputStore(client),
    findConnections: connectionFinder(client),
    listWatermarks: (id: string) => listWatermarks(client, id),
    findAdvancingRuns: (ids: readonly string[]) => findAdvancingRuns(client, ids),
    settings: createSettingsService({ store: createSettingsStore(client), fromEnvironment: {} }),
    lookup: nodeOfType,
    resourceLimits: { cpu: null, memory: null },
    scripts: { kind: 'cluster' as const, hasPython },
  };
  const time = { localTime: '2026-01-01T00:00:00', timeZone: 'UTC' };
  const prepared = await prepareRun(deps, flowId, { origin: { trigger: 'manual', time } });
  return prepared.inputs;
}

describe('a run in a cluster without an image with Python', () => {
  it('is refused with the sentence of validate if a node needs it, so that no pod starts', async () => {
    expect(await preparedOf('pythonTransform', false)).toEqual({
      failure:
        'Sum (script): "script": The runs of this cluster have no image with Python. Set the chart\'s value runner.python.enabled=true, or use JavaScript.',
    });
  });

  it('is not refused for that if there is an image, or its scripts are JavaScript', async () => {
    for (const inputs of [
      await preparedOf('pythonTransform', true),
      await preparedOf('jsTransform', false),
    ]) {
      expect(inputs).toEqual({ failure: expect.stringContaining('gone') as unknown });
    }
  });
});
