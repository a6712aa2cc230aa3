import { jobFor, waitingJob } from './job-spec.ts';
import { jobSettingsSchema } from './job-settings.ts';
import type { RunSpec } from '../../kubernetes/resources/run.ts';

const run = { name: 'run-1', namespace: 'data', uid: 'uid-1' };
const spec: RunSpec = {
  runId: 'r1',
  flowId: 'f1',
  specKey: 'runs/r1/spec.json',
  engine: 'polars',
  trigger: 'manual',
  timeoutSeconds: 300,
  attemptLimit: 3,
  resources: {},
  cancelRequested: false,
};

describe('the Job of an attempt', () => {
  it('with the least settings', () => {
    const settings = jobSettingsSchema.parse({ image: 'runner:1' });
    expect(jobFor(run, spec, 1, settings)).toMatchSnapshot();
  });

  it('with every setting', () => {
    const given = {
      image: 'registry/runner@sha256:abc',
      pythonImage: 'registry/runner-python@sha256:abc',
      imagePullPolicy: 'Always',
      imagePullSecrets: [{ name: 'pull' }],
      command: ['/bin/runner'],
      env: [{ name: 'HTTP_PROXY', value: 'http://proxy' }],
      envFrom: [{ configMapRef: { name: 'more' } }],
      limits: { maxCpu: '8' },
      volumes: [{ name: 'ca', configMap: { name: 'ca' } }],
      volumeMounts: [{ name: 'ca', mountPath: '/ca', readOnly: true }],
      serviceAccountName: 'runner',
      connectionSecrets: { variables: 'variables', keyring: 'keyring', files: 'files' },
      labels: { team: 'data' },
      annotations: { note: 'x' },
      nodeSelector: { disk: 'ssd' },
      tolerations: [{ key: 'batch', operator: 'Exists' }],
      topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone' }],
      initContainers: [{ name: 'proxy', image: 'proxy', restartPolicy: 'Always' }],
      priorityClassName: 'low',
      runtimeClassName: 'gvisor',
      affinity: { nodeAffinity: {} },
      userId: 20_002,
      cpu: '250m',
      cpuLimit: '1',
      memory: '1Gi',
      ephemeralStorage: '3Gi',
      extendedResources: { 'nvidia.com/gpu': '1' },
      scratch: '1Gi',
      startDeadlineSeconds: 1,
      imageDeadlineSeconds: 2,
      quotaDeadlineSeconds: 3,
      lostPodGraceSeconds: 5,
      terminationGracePeriodSeconds: 4,
    };
    expect(Object.keys(given).toSorted()).toEqual(Object.keys(jobSettingsSchema.shape).toSorted());
    const settings = jobSettingsSchema.parse(given);
    const own = { ...spec, timeoutSeconds: 0, resources: { cpu: '2', memory: '8Gi' } };
    expect(jobFor(run, own, 2, settings)).toMatchSnapshot();
  });

  it.each([
    ['its limit of CPUs', {}, { cpu: '2' }],
    ['more CPUs, since it asks for more', { cpu: '4' }, { cpu: '4' }],
  ])('may use %s', (_name, resources, limits) => {
    const settings = jobSettingsSchema.parse({ image: 'i', cpu: '500m', cpuLimit: '2' });
    const job = jobFor(run, { ...spec, resources }, 1, settings);
    expect(job.spec.template.spec).toMatchObject({ containers: [{ resources: { limits } }] });
  });

  it.each([
    ['python', 'with-python:1'],
    [undefined, 'small:1'],
  ] as const)('has the image for the runtime %s', (runtime, image) => {
    const settings = jobSettingsSchema.parse({ image: 'small:1', pythonImage: 'with-python:1' });
    const job = jobFor(run, { ...spec, runtime }, 1, settings);
    expect(job.spec.template.spec).toMatchObject({ containers: [{ image }] });
  });

  it('has the one image when there is none with Python', () => {
    const settings = jobSettingsSchema.parse({ image: 'small:1' });
    const job = jobFor(run, { ...spec, runtime: 'python' }, 1, settings);
    expect(job.spec.template.spec).toMatchObject({ containers: [{ image: 'small:1' }] });
  });

  it('leaves its user to the cluster when none is set', () => {
    const settings = jobSettingsSchema.parse({ image: 'i', userId: null });
    expect(jobFor(run, spec, 1, settings).spec.template.spec).toMatchObject({
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(JSON.stringify(jobFor(run, spec, 1, settings))).not.toMatch(/runAsUser|fsGroup/);
  });

  it('names its queue, and names none while it waits for its run', () => {
    const labels = {
      team: 'data',
      'kueue.x-k8s.io/queue-name': 'q',
      'kueue.x-k8s.io/priority-class': 'low',
    };
    const settings = jobSettingsSchema.parse({ image: 'i', labels });
    expect(jobFor(run, spec, 1, settings).metadata.labels).toMatchObject(labels);
    const waiting = waitingJob('s1', spec, settings);
    expect(waiting.spec.suspend).toBe(true);
    expect(waiting.metadata.labels).toMatchObject({ team: 'data' });
    expect(JSON.stringify(waiting)).not.toContain('kueue.x-k8s.io');
  });
});
