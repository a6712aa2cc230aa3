import { KubeApiError } from '../../../../../kubernetes/client/kube-api-error.ts';
import { paths } from '../../../../../kubernetes/resources/paths.ts';
import { createNamespace, type ControlPlane } from '../../../../../test/support/control-plane.ts';
import { requireSharedControlPlane } from '../../../../../test/support/shared-control-plane.ts';
import { KeyringUnavailableError } from '../../../../domain/keyring/keyring.ts';
import type { ClusterNamespace } from '../cluster/open-cluster.ts';
import { createClusterKeyring } from './cluster-keyring.ts';
import { clusterVariables } from './cluster-variables.ts';

const NAMESPACE = 'secrets-of-connections';

let plane: ControlPlane;
let place: ClusterNamespace;

beforeAll(async () => {
  plane = await requireSharedControlPlane();
  await createNamespace(plane.api, NAMESPACE);
  place = { api: plane.api, namespace: NAMESPACE };
});

afterAll(async () => {
  await plane.stop();
});

async function create(name: string, more: object = {}): Promise<void> {
  const body = { metadata: { name }, ...more };
  await plane.api.request(paths.secrets(NAMESPACE), { method: 'POST', body });
}

describe('the keyring of a cluster', () => {
  it('keeps entries in a Secret, and replaces one only when asked to', async () => {
    await create('ring');
    const keyring = createClusterKeyring(place, 'ring');
    expect(await keyring.availability()).toEqual({
      available: true,
      backend: 'Kubernetes Secret',
      detail: null,
    });
    expect(await keyring.read('shop.pw')).toBeNull();
    expect(await keyring.write('shop.pw', 'pässword', false)).toBe(true);
    expect(await keyring.write('shop.pw', 'other', false)).toBe(false);
    expect(await keyring.read('shop.pw')).toBe('pässword');
    expect(await keyring.write('shop.pw', 'other', true)).toBe(true);
    expect(await createClusterKeyring(place, 'ring').read('shop.pw')).toBe('other');
    expect(await keyring.remove('shop.pw')).toBe(true);
    expect(await keyring.remove('shop.pw')).toBe(false);
    expect(await keyring.read('shop.pw')).toBeNull();
  });

  it('gives a name to one of several clients that store it at the same time', async () => {
    await create('raced');
    const stored = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        createClusterKeyring(place, 'raced').write('taken', `of ${n}`, false),
      ),
    );
    expect(stored.filter(Boolean)).toHaveLength(1);
    const kept = await createClusterKeyring(place, 'raced').read('taken');
    expect(kept).toBe(`of ${stored.indexOf(true)}`);
  });

  it('is not available without its Secret, and says which one is missing', async () => {
    const absent = createClusterKeyring(place, 'absent');
    const detail = `The Secret absent in the namespace ${NAMESPACE} does not exist.`;
    expect(await absent.availability()).toEqual({ available: false, backend: null, detail });
    await expect(absent.read('a')).rejects.toThrow(KeyringUnavailableError);
    expect(await createClusterKeyring(place, null).availability()).toMatchObject({
      available: false,
      detail: expect.stringContaining('SERVICE_KEYRING_SECRET'),
    });
  });

  it('refuses a name that no key can have, and repeats no value that the cluster refuses', async () => {
    await create('fixed', { immutable: true });
    const keyring = createClusterKeyring(place, 'fixed');
    for (const name of ['a'.repeat(254), '..', '.']) {
      await expect(keyring.write(name, 'v', false)).rejects.toThrow(/no key with this name/);
    }
    const refusal = await keyring.write('a', 'c4nary', false).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(KeyringUnavailableError);
    expect(String(refusal)).toMatch(/refuses to change the Secret fixed/);
    const { cause } = refusal as Error;
    expect(cause).not.toBeInstanceOf(KubeApiError);
    expect(String(cause)).not.toContain(Buffer.from('c4nary').toString('base64'));
  });
});

describe('the variables of a cluster', () => {
  it('are the keys of a Secret', async () => {
    await create('vars', { stringData: { SHOP: 'of a variable' } });
    const read = clusterVariables(place, 'vars');
    expect(await read('SHOP')).toEqual({ value: 'of a variable' });
    expect(await read('OTHER')).toEqual({
      missing: 'the Secret vars of variables has no key OTHER',
    });
  });

  it('are missing without their Secret, with the place that was searched', async () => {
    expect(await clusterVariables(place, 'absent')('A')).toEqual({
      missing: `the Secret absent in the namespace ${NAMESPACE} does not exist`,
    });
    expect(await clusterVariables(place, null)('A')).toEqual({
      missing: expect.stringContaining('set connectionSecrets.variables of the chart'),
    });
  });
});
