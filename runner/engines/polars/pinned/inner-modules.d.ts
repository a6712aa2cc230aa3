/** The members of the library's internal modules that library.ts uses. */
declare module 'nodejs-polars/bin/dataframe.js' {
  const frames: { _DataFrame: (native: object) => object };
  export default frames;
}

declare module 'nodejs-polars/bin/internals/construction.js' {
  /** A native series of values. */
  export function arrayToJsSeries(name: string, values: unknown, dtype?: unknown): object;
}

declare module 'nodejs-polars/bin/lazy/dataframe.js' {
  const lazyFrames: { readonly _LazyDataFrame: (native: object) => object };
  export default lazyFrames;
}

declare module 'nodejs-polars/bin/lazy/expr/index.js' {
  const expressions: {
    _Expr: (native: object) => object;
    Expr: (native: object) => object;
  };
  export default expressions;
}

declare module 'nodejs-polars/bin/series/index.js' {
  const series: {
    _Series: (native: object) => object;
    Series: (name: unknown, values?: unknown, dtype?: unknown) => object;
  };
  export default series;
}
