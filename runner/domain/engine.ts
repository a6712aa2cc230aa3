/** The engines a run can use. */
export const ENGINES = ['pandas', 'polars'] as const;
export type Engine = (typeof ENGINES)[number];

export function isEngine(value: unknown): value is Engine {
  return ENGINES.some((engine) => engine === value);
}
