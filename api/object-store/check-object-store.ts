import { randomUUID } from 'node:crypto';
import { ObjectExistsError, type ObjectStore } from '../../runner/storage/object-store.ts';

/**
 * Checks that an object store can write an object, reject a conditional overwrite, read the object and
 * delete it.
 * @throws the error of the store, or an Error that names the unsupported operation
 */
export async function checkObjectStore(store: ObjectStore): Promise<void> {
  const key = `checks/${randomUUID()}`;
  await store.put(key, 'first', { ifAbsent: true });
  try {
    await checkConditionalWrite(store, key);
    if ((await store.getText(key)) !== 'first')
      throw new Error('It returned another content than was written');
  } finally {
    await store.delete(key);
  }
}

async function checkConditionalWrite(store: ObjectStore, key: string): Promise<void> {
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
