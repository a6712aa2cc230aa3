import { z } from 'zod';

/** The row of a listed item that is not read yet. */
export const listedId = z.object({
  id: z.string(),
  /** The approximate length of its text, which can be far more than its size on disk. */
  bytes: z.int(),
});

export type ListedId = Readonly<z.output<typeof listedId>>;

/** The event loop serves no other request while a batch becomes text. */
const MAX_ITEMS = 100;
const MAX_BYTES = 1024 * 1024;

/** Yields ids in list order, in batches of at most `maxItems` ids and 1 MiB; a larger item is a batch of its own. */
export function* inBatches(items: Iterable<ListedId>, maxItems = MAX_ITEMS): Generator<string[]> {
  let batch: string[] = [];
  let room = MAX_BYTES;
  for (const { id, bytes } of items) {
    if (batch.length > 0 && (batch.length === maxItems || bytes > room)) {
      yield batch;
      batch = [];
      room = MAX_BYTES;
    }
    batch.push(id);
    room -= bytes;
  }
  if (batch.length > 0) yield batch;
}

/** Sorts rows in the order of the ids; ids without a row are left out. */
export function inOrder<T extends { readonly id: string }>(
  ids: readonly string[],
  rows: readonly T[],
): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
