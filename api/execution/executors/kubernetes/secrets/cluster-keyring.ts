import { isSecretKey } from '../../../../../runner/domain/pod-secrets.ts';
import { KeyringUnavailableError, type Keyring } from '../../../../domain/keyring/keyring.ts';
import type { ClusterNamespace } from '../cluster/open-cluster.ts';
import { SecretObject, SecretObjectError, type SecretContent } from './secret-object.ts';

/** Each try but the last lost to another change, which came first. */
const MAX_TRIES = 20;

/**
 * The keyring of a cluster: one Secret, in which each entry is a key. The pods of runs get the entries that their
 * connections name.
 * @param secret name of the Secret; null: the installation has none
 */
export function createClusterKeyring(place: ClusterNamespace, secret: string | null): Keyring {
  const object = secret === null ? null : new SecretObject(place, secret);
  const readAll = (): Promise<SecretContent> => usable(() => required(object).read());
  /** Repeats a change until no other one comes between reading and writing. */
  const change = async (
    key: string,
    value: string | null,
    applies: (exists: boolean) => boolean,
  ): Promise<boolean> => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const { data, version } = await readAll();
      if (!applies(data.has(key))) return false;
      if (await usable(() => required(object).change(key, value, version))) return true;
    }
    throw new KeyringUnavailableError('others change it at the same time; try again');
  };
  return {
    async availability() {
      try {
        await readAll();
        return { available: true, backend: 'Kubernetes Secret', detail: null };
      } catch (error) {
        if (!(error instanceof KeyringUnavailableError)) throw error;
        return { available: false, backend: null, detail: sentence(error.reason) };
      }
    },
    async read(name) {
      const found = (await readAll()).data.get(name);
      return found === undefined ? null : Buffer.from(found, 'base64').toString();
    },
    async write(name, value, overwrite) {
      if (!isSecretKey(name)) {
        throw new KeyringUnavailableError(
          'a Secret of Kubernetes has no key with this name; use at most 253 characters, and no two dots at the start',
        );
      }
      return await change(name, value, (exists) => overwrite || !exists);
    },
    remove: (name) => change(name, null, (exists) => exists),
  };
}

/** @throws KeyringUnavailableError */
function required(object: SecretObject | null): SecretObject {
  if (object !== null) return object;
  throw new KeyringUnavailableError(
    'this installation names no Secret for it (SERVICE_KEYRING_SECRET)',
  );
}

/** @throws KeyringUnavailableError */
async function usable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SecretObjectError)) throw error;
    throw new KeyringUnavailableError(error.message, { cause: error });
  }
}

function sentence(reason: string): string {
  return `${reason[0]?.toUpperCase() ?? ''}${reason.slice(1)}.`;
}
