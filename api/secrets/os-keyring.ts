import { setTimeout as wait } from 'node:timers/promises';
import type { AsyncEntry, EntryOptions } from '@napi-rs/keyring';
import { KeyringUnavailableError, type Keyring } from '../domain/keyring/keyring.ts';

/** The name under which the keyring of the account shows the entries of this service. */
const SERVICE = 'service';
/** What `availability` searches for. No entry has this name. */
const PROBE = ' availability';
/** A locked keyring asks a person, who may be away. */
const ANSWER_MS = 20_000;

const BACKENDS: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'macOS Keychain',
  linux: 'Secret Service',
  win32: 'Windows Credential Manager',
};

/** By default Linux falls back to the keyring of the kernel, which forgets secrets. */
const OPTIONS: EntryOptions = { linux: { store: 'secret-service' } };

/** The keyring of the account that this process runs as. Its library is loaded by the first use. */
export function createOsKeyring(): Keyring {
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other: the library cannot write an entry only if it does not exist. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  return {
    async availability() {
      try {
        await use(PROBE, (entry) => entry.getPassword());
        return { available: true, backend: BACKENDS[process.platform] ?? null, detail: null };
      } catch (error) {
        if (!(error instanceof KeyringUnavailableError)) throw error;
        return { available: false, backend: null, detail: sentence(error.reason) };
      }
    },
    read: (name) => use(name, (entry) => entry.getPassword()),
    write: (name, value, overwrite) =>
      inTurn(() =>
        use(name, async (entry) => {
          if (!overwrite && (await entry.getPassword()) !== null) return false;
          await entry.setPassword(value);
          return true;
        }),
      ),
    remove: (name) => inTurn(() => use(name, (entry) => entry.deleteCredential())),
  };
}

/** @throws KeyringUnavailableError */
async function use<T>(name: string, work: (entry: AsyncEntry) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    const worked = work(new AsyncEntry(SERVICE, name, OPTIONS));
    return await Promise.race([worked, silence(abort.signal)]);
  } catch (error) {
    if (error instanceof KeyringUnavailableError) throw error;
    throw new KeyringUnavailableError(reasonOf(error), { cause: error });
  } finally {
    abort.abort();
  }
}

async function silence(signal: AbortSignal): Promise<never> {
  await wait(ANSWER_MS, undefined, { signal });
  throw new KeyringUnavailableError(
    `the keyring did not answer within ${ANSWER_MS / 1000} seconds; unlock it`,
  );
}

/** The texts of the library differ by platform and have no secrets. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /cannot find module/i.test(message)
    ? 'its package is not installed; run `npm install @napi-rs/keyring`'
    : `the keyring of this account does not answer (${message})`;
}

function sentence(reason: string): string {
  return `${reason[0]?.toUpperCase() ?? ''}${reason.slice(1)}.`;
}
