/** Converts batches of records to batches of JSON texts. */
export async function* itemTexts<T>(
  batches: AsyncIterable<readonly T[]>,
  toText: (record: T) => string,
): AsyncGenerator<readonly string[]> {
  for await (const batch of batches) yield batch.map(toText);
}
