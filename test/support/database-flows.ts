import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import type { Connection } from '../../runner/domain/connection.ts';
import type { Engine } from '../../runner/domain/engine.ts';
import type { JsonObject } from '../../runner/domain/json.ts';
import type { RunResult } from '../../runner/domain/run-result.ts';
import { COLUMN_TYPE_TABLE } from '../../runner/domain/types/column-types.ts';
import type { ColumnType } from '../../runner/domain/column.ts';
import { executeFlow } from '../../runner/execution/execute-flow.ts';
import { EXAMPLE_TIME } from '../../runner/expressions/functions/example-row.ts';
import { datetimeText } from '../../runner/expressions/kernels/dates.ts';
import { quotedIdentifier } from '../../runner/connectors/sql/identifier.ts';
import { nodeOfType } from '../../runner/nodes/index.ts';
import { readTable, typedTable, type ReadTable } from '../parity/table-file.ts';
import type { ExampleTable } from '../../runner/nodes/definition.ts';
import { checkedEngine } from './checked-engine.ts';
import { createEmptyDatabase, dropDatabase } from './database.ts';
import { openWorkspace, type TestWorkspace } from './flow-workspace.ts';

/** A flow of nodes over a table of a database, each over the rows of the one before. */
export interface DatabaseFlow {
  /** The config of the input, besides the connection. */
  readonly input: JsonObject;
  readonly nodes: readonly (readonly [type: string, config: JsonObject])[];
  readonly engine?: Engine;
  /** Default: the flow does not say. */
  readonly pushdown?: boolean;
}

/** A run and the rows of its output. */
export interface DatabaseRun {
  readonly result: RunResult;
  /** Null: the run failed. */
  readonly table: ReadTable | null;
}

/** A real database, and flows that read it in this process. */
export class DatabaseFlows {
  readonly #url: string;
  readonly #client: Client;
  readonly #workspace: TestWorkspace;
  #tables = 0;

  private constructor(url: string, client: Client, workspace: TestWorkspace) {
    this.#url = url;
    this.#client = client;
    this.#workspace = workspace;
  }

  static async open(): Promise<DatabaseFlows> {
    const url = await createEmptyDatabase();
    const client = new Client({ connectionString: url });
    await client.connect();
    return new DatabaseFlows(url, client, await openWorkspace());
  }

  async close(): Promise<void> {
    await this.#client.end();
    await dropDatabase(this.#url);
    await this.#workspace.close();
  }

  async query(statement: string): Promise<void> {
    await this.#client.query(statement);
  }

  /** How the database would execute a statement, whatever its values. */
  async planOf(statement: string): Promise<string> {
    const { rows } = await this.#client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (GENERIC_PLAN) ${statement}`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }

  /** Stores a table. A text of a database has no NUL. @returns its name */
  async store(table: ReadTable | ExampleTable): Promise<string> {
    const name = `t${this.#tables++}`;
    const { columns, rows } = typedTable(table);
    const types = columns.map(({ type }) => COLUMN_TYPE_TABLE[type as ColumnType].sql.postgresql);
    const fields = columns.map(
      (column, place) => `${quotedIdentifier(column.name)} ${types[place] ?? ''}`,
    );
    await this.#client.query(`CREATE TABLE ${name} (${fields.join(', ')})`);
    const cells = columns.map(({ type }, place) => rows.map((row) => storedCell(row[place], type)));
    const lists = types.map((type, place) => `$${place + 1}::text[]::${type}[]`);
    await this.#client.query(
      `INSERT INTO ${name} SELECT * FROM unnest(${lists.join(', ')})`,
      cells,
    );
    return name;
  }

  async run({ input, nodes, engine = 'polars', pushdown }: DatabaseFlow): Promise<DatabaseRun> {
    const read = { connection_id: 'db', ...input };
    const steps = [['sqlInput', read], ...nodes, ['fileOutput', { format: 'parquet' }]] as const;
    const ids = steps.map((_, place) => (place === 0 ? 'read' : `node${place}`));
    const result = await executeFlow(
      {
        attempt: 1,
        spec: {
          runId: randomUUID(),
          flowName: 'database',
          engine,
          graph: {
            nodes: steps.map(([type, config], place) => ({
              id: ids[place] ?? '',
              type,
              data: { config },
            })),
            edges: ids.slice(1).map((target, place) => ({ source: ids[place] ?? '', target })),
            ...(pushdown === undefined ? {} : { pushdown }),
          },
          parameters: {},
          inputs: [],
          connections: [connectionOf(this.#url)],
          localTime: EXAMPLE_TIME,
        },
      },
      {
        engine: checkedEngine(engine),
        store: this.#workspace.store,
        scratch: await mkdtemp(path.join(this.#workspace.scratch, 'run-')),
        lookup: nodeOfType,
        clock: { now: () => new Date(0), elapsed: () => performance.now() },
        onProgress: () => undefined,
        onDefect: (error) => {
          throw error;
        },
      },
    );
    const [output] = result.outputs;
    const file =
      output === undefined ? null : path.join(this.#workspace.folder, 'objects', output.key);
    return { result, table: file === null ? null : readTable(file) };
  }
}

function connectionOf(address: string): Connection {
  const url = new URL(address);
  return {
    id: 'db',
    name: 'Database',
    provider: 'postgresql',
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || '5432'),
    database: url.pathname.slice(1),
    username: decodeURIComponent(url.username),
    secret: null,
    options: null,
  };
}

function storedCell(cell: unknown, type: string): string | null {
  if (type === 'datetime' && typeof cell === 'bigint') return datetimeText(cell);
  if (Object.is(cell, -0)) return '-0';
  if (typeof cell === 'string') return cell.replaceAll('\0', '');
  const isScalar =
    typeof cell === 'number' || typeof cell === 'bigint' || typeof cell === 'boolean';
  return isScalar ? String(cell) : null;
}
