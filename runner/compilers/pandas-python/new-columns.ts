import { call, dict, keywords, type NamedCode } from '../../python/code.ts';
import { pythonText } from '../../python/python-literal.ts';
import { unusedName } from '../../domain/unused-name.ts';

/** The parameters of pandas methods whose other named arguments are columns. */
const OWN_PARAMETERS = {
  assign: ['self'],
  agg: ['self', 'func', 'engine', 'engine_kwargs'],
} as const;

/** A column to compute. */
export interface NewColumn {
  readonly name: string;
  readonly code: string;
  /** The code of the name, when a parameter of the flow has it. */
  readonly nameCode?: string | null;
}

/**
 * Returns the links of a chain that compute columns with `assign` or `agg`. A column with the name of a
 * parameter of the method gets another name, and its own name afterwards.
 * @param existing the other columns of the frame that the method returns
 */
export function newColumns(
  method: keyof typeof OWN_PARAMETERS,
  columns: readonly NewColumn[],
  existing: readonly string[],
): readonly string[] {
  const own: readonly string[] = OWN_PARAMETERS[method];
  const taken = [...existing, ...columns.map(({ name }) => name)];
  const standIns = columns.flatMap(({ name, nameCode }): NamedCode[] =>
    own.includes(name) && (nameCode ?? null) === null ? [[name, unusedName(name, taken)]] : [],
  );
  const byName = new Map(standIns);
  const named = columns.map((column) => ({
    ...column,
    name: byName.get(column.name) ?? column.name,
  }));
  // A column that is replaced keeps its place only under the name that the method assigns.
  const replaced = standIns.filter(([name]) => existing.includes(name));
  return [
    ...renamed(replaced),
    call(method, namedArguments(named)),
    ...renamed(standIns.map(([name, standIn]) => [standIn, name])),
  ];
}

/** The value of a parameter is known only when the script runs. */
function namedArguments(columns: readonly NewColumn[]): readonly string[] {
  const argument = ({ name, code, nameCode = null }: NewColumn): readonly string[] =>
    nameCode === null ? keywords([[name, code]]) : [`**{${nameCode}: ${code}}`];
  return columns.some(({ nameCode = null }) => nameCode !== null)
    ? columns.flatMap(argument)
    : keywords(columns.map(({ name, code }) => [name, code]));
}

function renamed(names: readonly NamedCode[]): readonly string[] {
  if (names.length === 0) return [];
  const entries = names.map(([from, to]) => [from, pythonText(to)] as const);
  return [call('rename', [`columns=${dict(entries)}`])];
}
