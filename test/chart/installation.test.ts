import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { load } from 'js-yaml';
import { clusterTools } from '../cluster/tools.ts';
import { skipSuite } from '../support/skips.ts';
import { until } from '../support/until.ts';
import { allowed, mayDo } from './access.ts';
import { InstallationServer } from './installation.ts';
import { CHART, openHelm, type Manifest } from './render.ts';
import { MINIMAL, VALUE_SETS } from './value-sets.ts';

const SUITE = 'chart on an API server';
const NAMES = ['runs.millrace.dev', 'schedules.millrace.dev'] as const;
const DEFINITION = 'apiextensions.k8s.io/v1';
const HELM_MS = 60_000;

// Both tools may need a build first.
const helm = await openHelm(SUITE);
const tools = helm === null ? null : await clusterTools();
if (helm !== null && tools === null) skipSuite(SUITE, 'Kubernetes is built by Go: install Go');

let server: InstallationServer;

async function definitions(): Promise<readonly (Manifest | null)[]> {
  return await Promise.all(
    NAMES.map((name) => server.read(DEFINITION, 'CustomResourceDefinition', name)),
  );
}

async function secret(name: string): Promise<Manifest | null> {
  return await server.read('v1', 'Secret', name);
}

describe('the rules of the chart', () => {
  it.each(['api', 'operator'])('name what they allow: %s', (component) => {
    const rules = readFileSync(path.join(CHART, 'files', 'rbac', `${component}.yaml`), 'utf8');
    expect(load(rules)).toEqual(expect.arrayContaining([expect.anything()]));
    expect(rules).not.toMatch(/\*|secrets/);
  });
});

if (helm !== null && tools !== null) {
  describe('the chart on a real API server', () => {
    beforeAll(async () => {
      const namespaces = ['data', 'runs', 'other', 'trial'];
      server = await InstallationServer.start(helm, namespaces);
    });

    afterAll(async () => {
      await server.stop();
    });

    it.each(Object.entries<readonly string[]>(VALUE_SETS))(
      'is accepted unchanged: %s',
      async (_name, values) => {
        const accepted = (await helm.render(values)).map((object) => server.accepts(object));
        await Promise.all(accepted);
      },
    );

    it(
      'grants each account only the rights of its component, and the API only the Secrets that values name',
      async () => {
        await server.helm(['install', 'trial', CHART], 'data', [
          ...MINIMAL,
          'runner.namespace=runs',
          'connectionSecrets.variables=vars',
          'connectionSecrets.keyring=ring',
          'connectionSecrets.files=files',
        ]);
        const rights = async (component: string): Promise<Readonly<Record<string, string>>> =>
          await allowed(
            server.api,
            `system:serviceaccount:data:trial-millrace-${component}`,
            'runs',
          );
        const operator = await rights('operator');
        expect(operator).toEqual({
          runs: 'get list watch delete',
          'runs/status': 'update',
          'runs/finalizers': 'update',
          schedules: 'list watch',
          'schedules/status': 'update',
          'schedules/finalizers': 'update',
          cronjobs: 'list watch create update',
          jobs: 'get list watch create patch delete',
          pods: 'list watch',
          events: 'list watch create',
          leases: 'create',
        });
        const elects = async (name: string): Promise<readonly boolean[]> =>
          await Promise.all(
            ['get', 'update', 'delete'].map((verb) =>
              mayDo(server.api, 'system:serviceaccount:data:trial-millrace-operator', {
                namespace: 'runs',
                group: 'coordination.k8s.io',
                resource: 'leases',
                verb,
                name,
              }),
            ),
          );
        expect(await elects('millrace-operator')).toEqual([true, true, false]);
        expect(await elects('of-another-program')).toEqual([false, false, false]);
        const onSecret = async (component: string, name: string): Promise<readonly string[]> => {
          const user = `system:serviceaccount:data:trial-millrace-${component}`;
          const at = { namespace: 'runs', group: '', resource: 'secrets', name } as const;
          const verbs = ['get', 'list', 'create', 'update', 'patch', 'delete'];
          const may = await Promise.all(
            verbs.map((verb) => mayDo(server.api, user, { ...at, verb })),
          );
          return verbs.filter((_verb, index) => may[index]);
        };
        expect(await onSecret('api', 'vars')).toEqual(['get']);
        expect(await onSecret('api', 'ring')).toEqual(['get', 'patch']);
        expect(await onSecret('api', 'files')).toEqual([]);
        for (const component of ['operator', 'runner']) {
          expect(await onSecret(component, 'ring')).toEqual([]);
        }
        const api = await rights('api');
        const writes = 'get list watch create patch delete';
        expect(api).toEqual({ runs: writes, schedules: writes });
        expect(await rights('runner')).toEqual({});
        for (const component of ['api', 'operator']) {
          const account = `system:serviceaccount:data:trial-millrace-${component}`;
          expect(await allowed(server.api, account, 'data')).toEqual({});
        }
        await server.helm(['uninstall', 'trial'], 'data');
      },
      HELM_MS,
    );

    it(
      'upgrades chart 0.1.0 and keeps its data, address and secrets',
      async () => {
        const previous = previousChart();
        await server.helm(['install', 'trial', previous], 'data');
        const before = await lastingObjects();
        expect(before).toHaveLength(3);
        const now = [
          'execution=local',
          'api.replicas=1',
          'database.url=postgresql://u:p@h/d',
          'persistence.enabled=true',
          'auth.apiToken=token',
        ];
        await server.helm(['upgrade', 'trial', CHART], 'data', now);
        expect(await lastingObjects()).toEqual(before);
        const deployment = await server.read('apps/v1', 'Deployment', 'data/trial-millrace-api');
        const service = await server.read('v1', 'Service', 'data/trial-millrace');
        expect(deployment?.spec.selector.matchLabels).toEqual(service?.spec.selector);
        expect(await server.read('apps/v1', 'Deployment', 'data/trial-millrace')).toBeNull();
        rmSync(path.dirname(previous), { recursive: true });

        // Changes from processes to Jobs and back: the strategy's fields exclude each other.
        const jobs = ['database.url=postgresql://u:p@h/d', 'objectStore.url=s3://b'];
        await server.helm(['upgrade', 'trial', CHART], 'data', jobs);
        await server.helm(['upgrade', 'trial', CHART], 'data', now);
        expect(await lastingObjects()).toEqual(before);
        await server.helm(['uninstall', 'trial'], 'data');
      },
      HELM_MS,
    );

    it(
      'keeps the passwords of an evaluation across upgrades and a reinstallation',
      async () => {
        const values = ['evaluation.enabled=true'];
        await server.helm(['install', 'trial', CHART], 'trial', values);
        const names = ['trial/trial-millrace-postgres', 'trial/trial-millrace-object-store'];
        const before = await Promise.all(names.map(secret));
        expect(before[0]?.data.password).toBeDefined();
        const same = async (): Promise<void> => {
          const after = await Promise.all(names.map(secret));
          expect(after.map((it) => it?.data)).toEqual(before.map((it) => it?.data));
        };
        await server.helm(['upgrade', 'trial', CHART], 'trial', [...values, 'operator.replicas=1']);
        await same();
        await server.helm(['uninstall', 'trial'], 'trial');
        await server.helm(['install', 'trial', CHART], 'trial', values);
        await same();
        await server.helm(['uninstall', 'trial'], 'trial');
      },
      HELM_MS,
    );

    it(
      'keeps Runs after an uninstall, without finalizers that block their deletion',
      async () => {
        await server.helm(['install', 'trial', CHART], 'data', MINIMAL);
        const spec = {
          runId: 'r1',
          flowId: 'f1',
          specKey: 'k',
          engine: 'polars',
          trigger: 'manual',
        };
        await server.api.request('/apis/millrace.dev/v1alpha1/namespaces/data/runs', {
          method: 'POST',
          body: {
            apiVersion: 'millrace.dev/v1alpha1',
            kind: 'Run',
            metadata: { name: 'r1' },
            spec,
          },
        });
        await server.helm(['uninstall', 'trial'], 'data');
        const run = await server.read('millrace.dev/v1alpha1', 'Run', 'data/r1');
        expect(run?.metadata.finalizers).toBeUndefined();
        const { items } = await server.api.request<{ items: Manifest[] }>(
          '/apis/apps/v1/namespaces/data/deployments',
        );
        expect(items).toEqual([]);
        await server.deleteDefinitions();
        expect(await definitions()).toEqual([null, null]);
      },
      HELM_MS,
    );

    it(
      'leaves definitions to the release that owns them and rejects a second release for a namespace of runs',
      async () => {
        await server.helm(['install', 'trial', CHART], 'data', MINIMAL);
        const notes = await server.helm(['install', 'second', CHART], 'other', MINIMAL);
        for (const name of NAMES) {
          expect(notes).toContain(
            `${name} already exists outside this release and was not changed`,
          );
        }
        await server.helm(['uninstall', 'second'], 'other');
        const sameRuns = [...MINIMAL, 'runner.namespace=data'];
        await expect(server.helm(['install', 'second', CHART], 'other', sameRuns)).rejects.toThrow(
          'The release data/trial already has its runs in the namespace data',
        );
        for (const definition of await definitions()) {
          expect(definition?.metadata.annotations).toMatchObject({
            'meta.helm.sh/release-name': 'trial',
            'meta.helm.sh/release-namespace': 'data',
          });
        }
        await server.helm(['upgrade', 'trial', CHART], 'data', [...MINIMAL, 'crds.keep=false']);
        await server.helm(['uninstall', 'trial'], 'data');
        await until(async () => (await definitions()).every((definition) => definition === null));
      },
      HELM_MS,
    );
  });
}

/** The objects and fields that users of an installation depend on. */
async function lastingObjects(): Promise<readonly object[]> {
  const read = ['PersistentVolumeClaim', 'Service', 'Secret'].map(async (kind) => {
    const object = await server.read('v1', kind, 'data/trial-millrace');
    return object === null
      ? []
      : [{ kind, uid: object.metadata.uid, spec: object.spec, data: object.data }];
  });
  return (await Promise.all(read)).flat();
}

/** Returns a chart that installs the objects of 0.1.0. */
function previousChart(): string {
  const folder = path.join(mkdtempSync(path.join(os.tmpdir(), 'millrace-chart-')), 'millrace');
  mkdirSync(path.join(folder, 'templates'), { recursive: true });
  const manifest = path.join(import.meta.dirname, 'fixtures', 'chart-0.1.0.yaml');
  cpSync(manifest, path.join(folder, 'templates', 'all.yaml'));
  writeFileSync(
    path.join(folder, 'Chart.yaml'),
    'apiVersion: v2\nname: millrace\nversion: 0.1.0\n',
  );
  return folder;
}
