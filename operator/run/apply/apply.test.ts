import type { KubeObject } from '../../../kubernetes/client/kube-object.ts';
import { respondWithStatus, startKubeServer } from '../../../test/support/kube-server.ts';
import { decideScene, started, working } from '../../../test/support/run-scene.ts';
import type { JobSettings } from '../../job/job-settings.ts';
import { readRun } from '../observe/read-objects.ts';
import { apply, type ApplyContext } from './apply.ts';

const OBJECT: KubeObject & { readonly spec: object } = {
  apiVersion: 'millrace.dev/v1alpha1',
  kind: 'Run',
  metadata: { name: 'run', namespace: 'runs', uid: 'run-uid', resourceVersion: '1' },
  spec: { runId: 'r1', flowId: 'f1', specKey: 'k', engine: 'polars', trigger: 'manual' },
};
const RUN = readRun(OBJECT);

it('deletes the Job that was observed, and fails for another one of its name', async () => {
  const deleted: unknown[] = [];
  const server = await startKubeServer((url, response, { method, body }) => {
    deleted.push({ method, path: url.pathname, body });
    respondWithStatus(response, 409, 'Conflict');
  });
  const decision = {
    ...decideScene({ status: { ...started, phase: 'failed' }, pods: [working] }),
    status: null,
  };
  try {
    const context: ApplyContext = {
      api: server.api,
      // Only the creation of a Job reads them.
      settings: {} as JobSettings,
      waitingFor: () => Promise.resolve(null),
      now: () => new Date(),
      onStep: () => undefined,
    };
    await expect(apply(context, RUN, decision)).rejects.toThrow('Conflict');
    const [{ uid } = { uid: '' }] = decision.deleteJobs;
    expect(uid).not.toBe('');
    expect(deleted).toEqual([
      {
        method: 'DELETE',
        path: '/apis/batch/v1/namespaces/runs/jobs/run-a1',
        body: { propagationPolicy: 'Background', preconditions: { uid } },
      },
    ]);
  } finally {
    await server.stop();
  }
});
