/** The optional packages that `millrace setup` installs, by the name of their group, and what each is. */
export const EXTRAS = {
  azure: 'the driver of Azure Blob Storage (90 MB)',
  danfo: 'danfojs-node, dataframes for scripts in JavaScript (130 MB)',
  duckdb: 'the driver of DuckDB (70 MB)',
  mssql: 'the driver of SQL Server (70 MB)',
  snowflake: 'the driver of Snowflake (65 MB)',
} as const;

export type Extra = keyof typeof EXTRAS;

/** Whether a group of optional packages is one that `millrace setup` installs. */
export function isExtra(name: string | null): name is Extra {
  return name !== null && name in EXTRAS;
}
