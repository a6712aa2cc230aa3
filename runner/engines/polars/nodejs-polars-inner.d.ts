/** The members of the library's internal modules that library.ts replaces. */
declare module 'nodejs-polars/bin/dataframe.js' {
  const frames: { _DataFrame: (...native: unknown[]) => unknown };
  export default frames;
}

declare module 'nodejs-polars/bin/lazy/expr/index.js' {
  const expressions: { _Expr: (native: object) => object };
  export default expressions;
}

declare module 'nodejs-polars/bin/series/index.js' {
  const series: { _Series: (native: object) => object };
  export default series;
}
