import type { KubeObject } from '../../../../../kubernetes/client/kube-object.ts';
import { readObservedRun } from './run-resource.ts';

it.each(['paused', 'toString'])(
  'readObservedRun rejects an unknown phase by its name: %s',
  (phase) => {
    const metadata = { name: 'r', namespace: 'n', uid: 'u', resourceVersion: '1' };
    const run: object = { metadata, spec: { runId: 'r' }, status: { phase } };
    const why = `status.phase: "${phase}" is none of pending, running, success, failed, cancelled`;
    expect(() => readObservedRun(run as KubeObject)).toThrow(why);
  },
);
