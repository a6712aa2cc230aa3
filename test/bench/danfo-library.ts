/** The part of danfojs-node that the probes use. The types of the package are not installed. */
export interface Library {
  readonly DataFrame: new (
    data: Readonly<Record<string, readonly unknown[]>> | readonly unknown[],
    options?: { readonly columns?: readonly string[] },
  ) => DataFrame;
  readonly Series: new (values: readonly unknown[]) => Series;
  merge(options: {
    readonly left: DataFrame;
    readonly right: DataFrame;
    readonly on: readonly string[];
    readonly how: 'inner' | 'left';
  }): DataFrame;
  concat(options: { readonly dfList: readonly DataFrame[]; readonly axis: 0 | 1 }): DataFrame;
}

export interface DataFrame {
  readonly values: unknown;
  readonly shape: readonly number[];
  readonly columns: readonly string[];
  readonly index: readonly unknown[];
  readonly ctypes: Series;
  column(name: string): Series;
  loc(options: { readonly columns: readonly string[] }): DataFrame;
  query(mask: Series): DataFrame;
  add(value: number): DataFrame;
  sortValues(column: string, options?: { readonly ascending: boolean }): DataFrame;
  groupby(columns: readonly string[]): { sum(): DataFrame };
  head(rows: number): DataFrame;
  fillNa(
    value: number | readonly number[],
    options?: { readonly columns: readonly string[] },
  ): DataFrame;
  describe(): DataFrame;
}

export interface Series {
  readonly values: readonly unknown[];
  gt(value: number): Series;
  add(value: number): Series;
  mul(value: number): Series;
}
