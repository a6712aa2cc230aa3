import type { Keyring } from '../../api/domain/keyring/keyring.ts';

/** A keyring that forgets its entries, so that no test writes into the one of its account. */
export function createMemoryKeyring(): Keyring {
  const entries = new Map<string, string>();
  return {
    availability: () => Promise.resolve({ available: true, backend: 'Memory', detail: null }),
    read: (name) => Promise.resolve(entries.get(name) ?? null),
    write(name, value, overwrite) {
      if (entries.has(name) && !overwrite) return Promise.resolve(false);
      entries.set(name, value);
      return Promise.resolve(true);
    },
    remove: (name) => Promise.resolve(entries.delete(name)),
  };
}
