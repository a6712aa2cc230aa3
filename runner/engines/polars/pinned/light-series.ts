/** A series of the native library. */
interface NativeSeries {
  readonly dtype: unknown;
  readonly name: string;
  getIdx(index: number): unknown;
  len(): number;
  nullCount(): number;
  toArray(): unknown[];
  toTypedArray(): unknown;
}

/** Wraps a native series. */
type MakeSeries = (native: object) => object;

/**
 * Wraps series in an object with the few members that reading a column needs, and creates the series of
 * the library at the first use of another member. The library's series is an object literal with
 * accessors, for which V8 creates a chain of hidden classes each time: a third of a millisecond and
 * 300 KB of garbage per series.
 * @param make the factory of the library
 * @param typeOf converts the native name of a data type
 */
export function lightSeries(make: MakeSeries, typeOf: (name: unknown) => unknown): MakeSeries {
  return (native) => {
    let whole: object | undefined;
    return new Proxy(new LightSeries(native as NativeSeries, typeOf), {
      get: (light, member) =>
        Reflect.get(member in light ? light : (whole ??= make(native)), member) as unknown,
      set: (_light, member, value) => Reflect.set((whole ??= make(native)), member, value),
      has: (_light, member) => member in (whole ??= make(native)),
    });
  };
}

class LightSeries {
  readonly _s: NativeSeries;
  readonly #typeOf: (name: unknown) => unknown;

  constructor(native: NativeSeries, typeOf: (name: unknown) => unknown) {
    this._s = native;
    this.#typeOf = typeOf;
  }

  get dtype(): unknown {
    return this.#typeOf(this._s.dtype);
  }

  get name(): string {
    return this._s.name;
  }

  get length(): number {
    return this._s.len();
  }

  /** `gather` of an expression reads this member of its indices, which no series has. */
  get index(): undefined {
    return undefined;
  }

  [Symbol.toStringTag](): string {
    return 'Series';
  }

  inner(): NativeSeries {
    return this._s;
  }

  getIndex(index: number): unknown {
    return this._s.getIdx(index);
  }

  nullCount(): number {
    return this._s.nullCount();
  }

  toArray(): unknown[] {
    return this._s.toArray();
  }

  /** @throws Error when a value is null */
  toTypedArray(): unknown {
    if (this._s.nullCount() > 0) throw new Error('A series with nulls has no typed array.');
    return this._s.toTypedArray();
  }
}
