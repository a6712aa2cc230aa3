import type pl from 'nodejs-polars';

/** The elements of a list, without rows. */
export function elementsOf(series: pl.Series): pl.Series {
  return series.explode() as pl.Series;
}

/** The fields of a struct under names of their own: `*` and `^.*$` would stand for several. */
export interface PlacedFields {
  readonly struct: pl.Expr;
  readonly fields: readonly PlacedField[];
}

interface PlacedField {
  /** The field without rows, with its name in the file. */
  readonly series: pl.Series;
  readonly name: string;
  readonly value: pl.Expr;
}

export function placedFields(series: pl.Series, value: pl.Expr): PlacedFields {
  const fields = series.struct.toFrame().getColumns();
  const names = fields.map((_, place) => `c${place}`);
  const struct = value.struct.renameFields(names);
  return {
    struct,
    fields: fields.map((field, place) => {
      const name = `c${place}`;
      return { series: field, name, value: struct.struct.field(name) };
    }),
  };
}
