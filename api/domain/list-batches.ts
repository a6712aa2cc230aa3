/** An item of a list that is still to be read. */
export interface ListedId {
  readonly id: string;
  /** About the length of its text, which can be far more than it takes on disk. */
  readonly bytes: number;
}

/** One batch is read, turned into text and written without another request in between. */
const MOST_ITEMS = 100;
const MOST_BYTES = 1024 * 1024;

/** Ids in the order of the list, in batches that are small in number and bytes; one item at least. */
export function* inBatches(items: Iterable<ListedId>, mostItems = MOST_ITEMS): Generator<string[]> {
  let batch: string[] = [];
  let room = MOST_BYTES;
  for (const { id, bytes } of items) {
    if (batch.length > 0 && (batch.length === mostItems || bytes > room)) {
      yield batch;
      batch = [];
      room = MOST_BYTES;
    }
    batch.push(id);
    room -= bytes;
  }
  if (batch.length > 0) yield batch;
}

/** Rows in the order of their ids; those that were removed meanwhile are left out. */
export function inOrder<T extends { readonly id: string }>(
  ids: readonly string[],
  rows: readonly T[],
): T[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
