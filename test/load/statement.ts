import { Client } from 'pg';

/** A statement that PostgreSQL executed. */
export interface Statement {
  readonly sql: string;
  /**
   * Rows read per table, including those that a filter removed, without those of an index-only scan.
   */
  readonly rowsRead: ReadonlyMap<string, number>;
}

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Plan[];
}

/** Makes PostgreSQL send the plan of every statement on new connections to this database. */
export async function explainAll(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const name = client.escapeIdentifier(new URL(url).pathname.slice(1));
    for (const [setting, value] of Object.entries(SETTINGS)) {
      await client.query(`ALTER DATABASE ${name} SET ${setting} = '${value}'`);
    }
  } finally {
    await client.end();
  }
}

const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  client_min_messages: 'log',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_parameter_max_length': '0',
} as const;

/** @returns null for a text that is not a plan */
export function parsePlan(text: string): Statement | null {
  const at = text.indexOf('plan:\n');
  if (at === -1) return null;
  const explained = JSON.parse(text.slice(at + 'plan:\n'.length)) as {
    'Query Text': string;
    Plan: Plan;
  };
  const rowsRead = new Map<string, number>();
  addRows(explained.Plan, rowsRead);
  return { sql: explained['Query Text'], rowsRead };
}

function addRows(plan: Plan, rowsRead: Map<string, number>): void {
  const table = plan['Relation Name'];
  if (table !== undefined && plan['Node Type'] !== 'ModifyTable') {
    rowsRead.set(table, (rowsRead.get(table) ?? 0) + rowsOf(plan));
  }
  for (const child of plan.Plans ?? []) addRows(child, rowsRead);
}

/** The counts of a plan are averages over its loops. */
function rowsOf(plan: Plan): number {
  if (plan['Node Type'] === 'Index Only Scan') return 0;
  const each =
    plan['Actual Rows'] +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0);
  return Math.round(each * plan['Actual Loops']);
}
