import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { requireControlPlane, type ControlPlane } from '../test/support/control-plane.ts';
import { TIMEOUT_MS, OperatorBench, until } from '../test/support/operator-bench.ts';
import { KubeApiError } from '../kubernetes/client/kube-api-error.ts';

// The tools may have to be built before the first test.
const BUILD_WITHIN_MS = 20 * 60_000;
const DEFINITION = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/runs.millrace.dev';

let plane: ControlPlane;
let scratch: string;

beforeAll(async () => {
  plane = await requireControlPlane();
  scratch = await mkdtemp(path.join(os.tmpdir(), 'millrace-operator-'));
}, BUILD_WITHIN_MS);

afterAll(async () => {
  await plane.stop();
  await rm(scratch, { recursive: true, force: true });
});

/** As a newer version of the definition that knows one more engine. */
async function allowEngine(engine: string): Promise<void> {
  const schema = '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/engine/enum/-';
  await plane.api.request(DEFINITION, {
    method: 'PATCH',
    contentType: 'application/json-patch+json',
    body: [{ op: 'add', path: schema, value: engine }],
  });
}

it(
  'an operator that starts serves every Run but the one that it cannot read, which gets an event',
  async () => {
    const bench = await OperatorBench.open(plane, scratch);
    await allowEngine('duckdb');
    // The API server serves the changed definition a moment later.
    await until(() =>
      bench.createRun('newer', { engine: 'duckdb' }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof KubeApiError && [422, 429, 503].includes(error.code)) {
            return false;
          }
          throw error;
        },
      ),
    );
    const operator = await bench.operator();
    try {
      await bench.createRun('a');
      await bench.finish('a-a1');
      await bench.waitForPhase('a', 'success');
      await operator.settled();
      const event = await until(async () => {
        const events = await bench.events();
        return events.find(({ reason }) => reason === 'Unreadable') ?? null;
      });
      expect(event).toMatchObject({
        type: 'Warning',
        involvedObject: { kind: 'Run', name: 'newer' },
        message: expect.stringContaining('spec.engine: '),
      });
      expect((await bench.run('newer'))?.status).toBeUndefined();
    } finally {
      await operator.stop();
    }
  },
  2 * TIMEOUT_MS,
);
