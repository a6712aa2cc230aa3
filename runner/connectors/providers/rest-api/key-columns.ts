/** A column of which each record of a page has another value. */
export interface KeyColumn {
  readonly name: string;
  /** The values as JSON, in the order of the records. */
  readonly values: readonly string[];
  /** Whether the values count the records, which each page may begin again. */
  readonly isCount: boolean;
}

/** A page of so many columns needs no more of them to be recognized. */
const MAX_COLUMNS = 20;

/** The columns that distinguish the records of a page. @param texts the records in JSON */
export function keyColumns(texts: readonly string[]): readonly KeyColumn[] {
  const records = texts.map(recordOf);
  const [first] = records;
  if (first === undefined || records.length < 2) return [];
  return Object.keys(first)
    .slice(0, MAX_COLUMNS)
    .flatMap((name) => {
      const values = records.map((record) => JSON.stringify(record[name] ?? null));
      if (new Set(values).size < values.length) return [];
      return [{ name, values, isCount: isCount(values) }];
    });
}

/**
 * Whether two pages have the same records by a column that distinguishes them, though other values of theirs differ.
 * @returns the name of the column; null: they have not
 */
export function repeatedKey(
  before: readonly KeyColumn[],
  after: readonly KeyColumn[],
): string | null {
  const isSame = ({ name, values, isCount: counts }: KeyColumn): boolean => {
    const other = before.find((column) => column.name === name);
    return !counts && other !== undefined && isEqual(other.values, values);
  };
  return after.find(isSame)?.name ?? null;
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, place) => value === other[place]);
}

function isCount(values: readonly string[]): boolean {
  const start = Number(values[0]);
  if (start !== 0 && start !== 1) return false;
  return values.every((value, place) => Number(value) === start + place);
}

function recordOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
