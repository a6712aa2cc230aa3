/** The part of the library's inner module that is replaced; see library.ts. */
declare module 'nodejs-polars/bin/dataframe.js' {
  const frames: { _DataFrame: (...native: unknown[]) => unknown };
  export default frames;
}
