/** Computes a value on first use and caches it. A rejected promise is not cached. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    if (made !== null) return made.value;
    const own = { value: make() };
    made = own;
    if (own.value instanceof Promise) {
      own.value.catch(() => {
        if (made === own) made = null;
      });
    }
    return own.value;
  };
}
