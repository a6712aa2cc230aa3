import type pl from 'nodejs-polars';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { elementsOf, placedFields } from './nested-parts.ts';
import { typeName } from './parquet-columns.ts';
import { unreadableColumn } from './reject-unreadable-types.ts';

/**
 * Copies the lists of a column that have structs within, so that the first element of a batch is the first one in
 * memory. The library encodes the elements of a slice from where they begin, but takes the nulls of structs from the
 * start of the memory, so that values and nulls of later rows changed places. It slices what it streams.
 * @param series the column without rows
 * @param column the expression of the series
 * @throws UserError when such lists lie within lists of a fixed length that cannot be converted
 */
export function listsFromStart(polars: PolarsLibrary, series: pl.Series, column: pl.Expr): pl.Expr {
  return copyOf(polars, series, column) ?? column;
}

/** Null: nothing within a value has to be copied. */
function copyOf(polars: PolarsLibrary, series: pl.Series, value: pl.Expr): pl.Expr | null {
  switch (typeName(series)) {
    case 'List':
      return copyOfList(polars, elementsOf(series), value);
    case 'Struct':
      return copyOfStruct(polars, series, value);
    case 'Array':
    case 'FixedSizeList':
      return copyOfFixedList(polars, series, value);
    default:
      return null;
  }
}

function copyOfList(polars: PolarsLibrary, elements: pl.Series, list: pl.Expr): pl.Expr | null {
  if (!hasStruct(elements)) return null;
  const element = polars.element();
  return list.list.eval(copyOf(polars, elements, element) ?? element);
}

function copyOfStruct(polars: PolarsLibrary, series: pl.Series, value: pl.Expr): pl.Expr | null {
  const { struct, fields } = placedFields(series, value);
  const copies = fields.flatMap((field) => {
    const copy = copyOf(polars, field.series, field.value);
    return copy === null ? [] : [copy.alias(field.name)];
  });
  if (copies.length === 0) return null;
  const names = fields.map((field) => field.series.name);
  return struct.struct.withFields(copies).struct.renameFields(names);
}

/** The library has no expression for the elements of lists of a fixed length, so they become those of any length. */
function copyOfFixedList(polars: PolarsLibrary, series: pl.Series, list: pl.Expr): pl.Expr | null {
  const elements = elementsOf(series);
  if (copyOf(polars, elements, polars.element()) === null) return null;
  const type = castableType(elements);
  if (type === null) throw unreadableColumn(series.name, 'array of lists of structs');
  return copyOfList(polars, elements, list.cast(polars.List(type), true));
}

/** Null: the library of JavaScript has no class for a type within, or one without its unit. */
function castableType(series: pl.Series): pl.DataType | null {
  try {
    const type = series.dtype as pl.DataType;
    return String(type).includes('Duration') ? null : type;
  } catch {
    return null;
  }
}

function hasStruct(series: pl.Series): boolean {
  const type = typeName(series);
  if (type === 'Struct') return true;
  return LISTS.has(type) && hasStruct(elementsOf(series));
}

const LISTS: ReadonlySet<string> = new Set(['List', 'Array', 'FixedSizeList']);
