import { randomUUID } from 'node:crypto';
import { ObjectExistsError, type ObjectStore } from '../../runner/storage/object-store.ts';

/**
 * Tries what the service asks of an object store: to keep an object, not to let it be replaced where
 * that is asked, to give it back and to delete it.
 * @throws the store's own error, or an Error that says what the store does wrong
 */
export async function checkObjectStore(store: ObjectStore): Promise<void> {
  const key = `checks/${randomUUID()}`;
  await store.put(key, 'first', { ifAbsent: true });
  try {
    await refusesToReplace(store, key);
    if ((await store.getText(key)) !== 'first') throw new Error('It gave back something else');
  } finally {
    await store.delete(key);
  }
}

async function refusesToReplace(store: ObjectStore, key: string): Promise<void> {
  try {
    await store.put(key, 'second', { ifAbsent: true });
  } catch (error) {
    if (error instanceof ObjectExistsError) return;
    throw error;
  }
  throw new Error(
    'It does not support conditional writes (If-None-Match), which keep a run from being executed twice',
  );
}
