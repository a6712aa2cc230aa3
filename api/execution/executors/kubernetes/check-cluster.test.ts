import { KubeConfig } from '@kubernetes/client-node';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import { KubeApi } from '../../../../kubernetes/client/kube-api.ts';
import { freePort } from '../../../../prisma/embedded/free-port.ts';
import {
  createNamespace,
  startControlPlane,
  type ControlPlane,
} from '../../../../test/support/control-plane.ts';
import { skipSuite } from '../../../../test/support/skips.ts';
import { until } from '../../../../test/support/until.ts';
import { checkCluster, KINDS, VERBS } from './check-cluster.ts';
import type { ClusterNamespace } from './cluster/open-cluster.ts';

const NAMESPACE = 'data';
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const ACCOUNTS = `/api/v1/namespaces/${NAMESPACE}/serviceaccounts`;

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

const rules = load(
  readFileSync(
    path.resolve(import.meta.dirname, '../../../../charts/millrace/files/rbac/api.yaml'),
    'utf8',
  ),
) as Rule[];
const plane = await startControlPlane();
if (plane === null) skipSuite('runs in a cluster', 'the API server is built by Go 1.26 or newer');

/** Returns the problems that the check finds, by what it checked. */
async function problems(place: ClusterNamespace): Promise<Readonly<Record<string, string>>> {
  const found = (await checkCluster(place)).filter(({ fault }) => fault !== null);
  return Object.fromEntries(found.map(({ what, fault }) => [what, fault ?? '']));
}

/** Asks with the token of a new service account. */
async function asAccount({ api, kubeConfig }: ControlPlane, name: string): Promise<KubeApi> {
  await api.request(ACCOUNTS, { method: 'POST', body: { metadata: { name } } });
  const { status } = await api.request<{ status: { token: string } }>(`${ACCOUNTS}/${name}/token`, {
    method: 'POST',
    body: { spec: {} },
  });
  const config = new KubeConfig();
  const cluster = kubeConfig.getCurrentCluster();
  if (cluster === null) throw new Error('unreachable: a control plane names its cluster');
  config.loadFromClusterAndUser(cluster, { name, token: status.token });
  return new KubeApi(config);
}

/** Gives the account what the chart gives that of the API. */
async function bind({ api }: ControlPlane, name: string, given = rules): Promise<void> {
  const place = `${RBAC}/namespaces/${NAMESPACE}`;
  const metadata = { name };
  await api.request(`${place}/roles`, { method: 'POST', body: { metadata, rules: given } });
  const body = {
    metadata,
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name },
    subjects: [{ kind: 'ServiceAccount', name, namespace: NAMESPACE }],
  };
  await api.request(`${place}/rolebindings`, { method: 'POST', body });
}

describe('a check of the cluster', () => {
  it("requires the rights that the chart's Role grants", () => {
    const resources = KINDS.map(({ plural }) => plural);
    expect(rules).toEqual([{ apiGroups: ['millrace.dev'], resources, verbs: [...VERBS] }]);
  });

  it('reports only how to reach a server that does not respond', async () => {
    const config = new KubeConfig();
    const server = `http://127.0.0.1:${await freePort()}`;
    config.loadFromClusterAndUser({ name: 'c', server, skipTLSVerify: true }, { name: 'u' });
    const api = new KubeApi(config);
    const found = await checkCluster({ api, namespace: NAMESPACE });
    await api.close();
    expect(found).toEqual([
      { what: 'cluster', fault: expect.stringMatching(/ECONNREFUSED.*Check KUBECONFIG/) },
    ]);
  });
});

if (plane !== null) {
  describe('a check of a real API server', () => {
    beforeAll(async () => {
      await createNamespace(plane.api, NAMESPACE);
    });

    afterAll(async () => {
      await plane.stop();
    });

    it('reports no problem for an account with the rights of the chart, and creates nothing', async () => {
      const api = await asAccount(plane, 'bound');
      await bind(plane, 'bound');
      const place = { api, namespace: NAMESPACE };
      // The authorizer learns of a new Role a moment later.
      await until(async () => Object.keys(await problems(place)).length === 0);
      const found = await checkCluster(place);
      expect(found.map(({ what }) => what)).toEqual([
        ...['cluster', 'Run resource', 'Schedule resource', 'namespace'],
        ...['rights to Runs', 'rights to Schedules'],
      ]);
      for (const { plural } of KINDS) {
        const made = `/apis/millrace.dev/v1alpha1/namespaces/${NAMESPACE}/${plural}`;
        expect(await api.request(made)).toMatchObject({ items: [] });
      }
      await api.close();
    });

    it('names every right that an account lacks', async () => {
      const api = await asAccount(plane, 'unbound');
      const found = await problems({ api, namespace: NAMESPACE });
      await api.close();
      expect(Object.keys(found)).toEqual(['namespace', 'rights to Runs', 'rights to Schedules']);
      expect(found['rights to Runs']).toMatch(
        /may not get, list, watch, create, patch, delete Runs in the namespace data.*Role/,
      );
    });

    it('names the rights that an older chart did not grant', async () => {
      const api = await asAccount(plane, 'older');
      await bind(
        plane,
        'older',
        rules.map((rule) => ({ ...rule, resources: ['runs'] })),
      );
      const place = { api, namespace: NAMESPACE };
      const found = await until(async () => {
        const now = await problems(place);
        return !('rights to Runs' in now) && now;
      });
      await api.close();
      expect(found['rights to Schedules']).toContain('may not get, list, watch, create');
    });

    it('reports a missing namespace', async () => {
      const found = await problems({ api: plane.api, namespace: 'nowhere' });
      expect(found).toEqual({
        namespace: expect.stringMatching(/no namespace nowhere.*SERVICE_KUBERNETES_NAMESPACE/),
      });
    });

    it.each([
      { kind: 'Run', plural: 'runs' },
      { kind: 'Schedule', plural: 'schedules' },
    ])('finds a $kind of another version, then none', async ({ kind, plural }) => {
      const place = { api: plane.api, namespace: NAMESPACE };
      const definition = `${DEFINITIONS}/${plural}.millrace.dev`;
      const spec = '/spec/versions/0/schema/openAPIV3Schema/properties/spec';
      await plane.api.request(definition, {
        method: 'PATCH',
        contentType: 'application/json-patch+json',
        body: [
          { op: 'remove', path: `${spec}/x-kubernetes-validations` },
          { op: 'remove', path: `${spec}/properties/resources` },
        ],
      });
      const what = `${kind} resource`;
      const older = await until(async () => (await problems(place))[what] ?? false);
      expect(older).toMatch(/another version .*spec\.resources.*Upgrade/);
      await plane.api.request(definition, { method: 'DELETE' });
      const none = await until(async () => {
        const found = (await problems(place))[what];
        return found?.includes('does not know') === true && found;
      });
      expect(none).toContain(`${kind}s (millrace.dev/v1alpha1). Install the chart`);
    });
  });
}
