/** The dataframe engines of a run. */
export const ENGINES = ['pandas', 'polars'] as const;
export type Engine = (typeof ENGINES)[number];

/** Whether the value is the name of an engine. */
export function isEngine(value: unknown): value is Engine {
  return ENGINES.some((engine) => engine === value);
}
