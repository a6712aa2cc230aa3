import { jobFor } from '../../operator/job/job-spec.ts';
import { jobSettingsSchema } from '../../operator/job/job-settings.ts';
import { runSpecSchema } from '../../kubernetes/resources/run.ts';
import type { ControlPlane } from '../support/control-plane.ts';
import { sharedControlPlane } from '../support/shared-control-plane.ts';
import { skipSuite } from '../support/skips.ts';
import { openHelm, podOf, type Manifest } from './render.ts';
import { VALUE_SETS } from './value-sets.ts';

const SUITE = 'pods of the chart under Pod Security';
const RESTRICTED = 'restricted';
/** Fields that refer to objects of the cluster, which do not matter here. */
const CLUSTERS_OWN = ['priorityClassName', 'runtimeClassName'];
/** The StatefulSet adds these volumes, not the pod template. */
const WITHOUT_CLAIMS = ['evaluation.persistence.enabled=false'];

// Both tools may need a build first.
const helm = await openHelm(SUITE);
const plane = helm === null ? null : await sharedControlPlane();
if (helm !== null && plane === null) skipSuite(SUITE, 'Kubernetes is built by Go: install Go');

/** Creates a pod as a dry run in a namespace that enforces the standard. */
async function admit({ api }: ControlPlane, spec: Manifest): Promise<void> {
  const kept = Object.entries(spec).filter(([field]) => !CLUSTERS_OWN.includes(field));
  const body = { metadata: { name: 'pod' }, spec: Object.fromEntries(kept) };
  const query = { dryRun: 'All', fieldValidation: 'Strict' };
  await api.request(`/api/v1/namespaces/${RESTRICTED}/pods`, { method: 'POST', body, query });
}

/** Returns the pod of a run that the operator builds from the chart's settings. */
function runnerPod(objects: readonly Manifest[]): Manifest | null {
  const map = objects.find(({ metadata }) => metadata.name === 'trial-millrace-job-settings');
  if (map === undefined) return null;
  const run = { name: 'run', namespace: RESTRICTED, uid: 'u' };
  const spec = runSpecSchema.parse({
    runId: 'r',
    flowId: 'f',
    specKey: 'k',
    engine: 'polars',
    trigger: 'manual',
  });
  const settings = jobSettingsSchema.parse(JSON.parse(map.data['jobs.json']));
  return jobFor(run, spec, 1, settings).spec.template.spec;
}

if (helm !== null && plane !== null) {
  describe('a namespace that enforces the restricted standard', () => {
    beforeAll(async () => {
      const labels = { 'pod-security.kubernetes.io/enforce': RESTRICTED };
      const body = { metadata: { name: RESTRICTED, labels } };
      await plane.api.request('/api/v1/namespaces', { method: 'POST', body });
    });

    afterAll(async () => {
      await plane.stop();
    });

    it('rejects a pod that violates the standard', async () => {
      const spec = { containers: [{ name: 'c', image: 'i' }] };
      await expect(admit(plane, spec)).rejects.toThrow('violates PodSecurity "restricted:latest"');
    });

    it.each(Object.entries<readonly string[]>(VALUE_SETS))(
      'admits every pod of the chart and of runs: %s',
      async (_name, values) => {
        const objects = await helm.render([...values, ...WITHOUT_CLAIMS]);
        const pods = objects.map(podOf).flatMap((pod) => (pod === null ? [] : [pod.spec]));
        const runner = runnerPod(objects);
        expect(runner === null).toBe(values.includes('execution=local'));
        for (const spec of [...pods, ...(runner === null ? [] : [runner])]) {
          await admit(plane, spec);
        }
      },
    );
  });
}
