/** Makes a value when it is first asked for, and keeps it. */
export function onceNeeded<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
