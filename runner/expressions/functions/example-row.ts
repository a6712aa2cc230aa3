import type { ColumnSchema } from '../../domain/column.ts';
import type { JsonValue } from '../../domain/json.ts';

/** Value of `now()` in the documentation's examples. */
export const EXAMPLE_TIME = '2024-03-01T06:15:00';

/** Input row of the documentation's examples; a datetime as ISO 8601 text. */
export const EXAMPLE_ROW: readonly (ColumnSchema & { readonly value: JsonValue })[] = [
  { name: 'customer', type: 'string', value: 'Ada Lovelace' },
  { name: 'city', type: 'string', value: ' Zürich ' },
  { name: 'price', type: 'float', value: 12.5 },
  { name: 'quantity', type: 'integer', value: 7 },
  { name: 'refund', type: 'float', value: null },
  { name: 'paid', type: 'boolean', value: true },
  { name: 'sold_at', type: 'datetime', value: '2024-02-29T14:30:00' },
];
