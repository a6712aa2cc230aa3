import { parseOptionCalled } from '../domain/parse-option-spellings.ts';

const KEYS_OF_COLUMNS =
  'y_columns category x group_by by on start_column casts mapping column_name id_vars new_column keys';
const KEYS_OF_VALUES =
  'y y_columns target allowed amount n decimals mapping aggregations value_vars find default expression column columns';

/**
 * What people call a config field, as other nodes and libraries do, and the keys that it may stand for: the first one
 * that a node has is meant.
 */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  x: words('category group_by column columns index on target'),
  y: words('y_columns value values column target columns value_vars'),
  column: words(`columns target subset ${KEYS_OF_COLUMNS}`),
  columns: words(`column target subset ${KEYS_OF_COLUMNS}`),
  by: words('group_by partition_by on index columns subset category column x id_vars keys'),
  on: words('by columns subset column group_by index keys category x'),
  value: words(`values ${KEYS_OF_VALUES}`),
  values: words(`value ${KEYS_OF_VALUES}`),
};

function words(text: string): readonly string[] {
  return text.split(' ');
}

/**
 * The key that a name stands for.
 * @param known the keys of the node
 * @param given the keys of its config, which have their own value already
 */
export function aliasedField(
  name: string,
  known: readonly string[],
  given: readonly string[],
): string | undefined {
  const alias = name.toLowerCase();
  const meant = Object.hasOwn(ALIASES, alias) ? ALIASES[alias] : undefined;
  const option = parseOptionCalled(name);
  const keys = [...(meant ?? []), ...(option === undefined ? [] : [option])];
  return keys.find((key) => known.includes(key) && !given.includes(key));
}
