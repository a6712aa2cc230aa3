/** Makes a value when it is first asked for, and keeps it. A promise that is rejected is made again. */
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
