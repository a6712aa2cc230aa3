import { quotedName } from '../../runner/connectors/providers/mysql/mysql-literals.ts';
import { quotedIdentifier } from '../../runner/connectors/sql/identifier.ts';
import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import type { Engine } from '../../runner/domain/engine.ts';
import type { Connection } from '../../runner/domain/connection.ts';
import type { GraphDocument } from '../../runner/domain/graph.ts';
import type { JsonObject } from '../../runner/domain/json.ts';
import type { RunResult } from '../../runner/domain/run-result.ts';
import type { Watermark } from '../../runner/domain/watermark.ts';
import type { ColumnType } from '../../runner/domain/column.ts';
import { executeFlow } from '../../runner/execution/execute-flow.ts';
import { EXAMPLE_TIME } from '../../runner/expressions/functions/example-row.ts';
import { datetimeText } from '../../runner/expressions/values/dates.ts';
import { nodeOfType } from '../../runner/nodes/index.ts';
import { readTable, typedTable, type ReadTable } from '../parity/table-file.ts';
import type { ExampleTable } from '../../runner/nodes/definition.ts';
import { checkedEngine } from './checked-engine.ts';
import { openWorkspace, type TestWorkspace } from './flow-workspace.ts';
import type { DriverRig } from './sql-driver-contract.ts';
import { SqlJob } from './sql-job.ts';

/** A flow of nodes over a table of a database or files of a storage, each over the rows of the one before. */
export interface DatabaseFlow {
  /** Default: `sqlInput`. */
  readonly inputType?: 'sqlInput' | 'storageInput';
  /** The config of the input, besides the connection. */
  readonly input: JsonObject;
  readonly nodes: readonly (readonly [type: string, config: JsonObject])[];
  /** Default: a file of Parquet, which the run returns. */
  readonly output?: readonly [type: string, config: JsonObject];
  readonly parameters?: JsonObject;
  readonly engine?: Engine;
  /** Default: the flow does not say. */
  readonly pushdown?: boolean;
  /** Those of the input, of which the connection is `db` and the node `read`. Default: none are stored. */
  readonly watermarks?: readonly Watermark[];
}

/** A run and the rows of its output. */
export interface DatabaseRun {
  readonly result: RunResult;
  /** Null: the run failed. */
  readonly table: ReadTable | null;
}

/** A real database or storage, and flows that read it in this process. */
export class DatabaseFlows {
  readonly #rig: DriverRig;
  readonly #workspace: TestWorkspace;
  #tables = 0;

  private constructor(rig: DriverRig, workspace: TestWorkspace) {
    this.#rig = rig;
    this.#workspace = workspace;
  }

  /** @param rig the database, which `close` closes too */
  static async open(rig: DriverRig): Promise<DatabaseFlows> {
    return new DatabaseFlows(rig, await openWorkspace());
  }

  /** The connection of the flows. */
  get connection(): Connection {
    return { ...NO_FIELDS, ...this.#rig.fields, id: 'db', name: 'Database' };
  }

  async close(): Promise<void> {
    await this.#rig.close();
    await this.#workspace.close();
  }

  /** Stores a table, whose texts have no NUL. MySQL has no infinities: they are null. @returns its name */
  async store(table: ReadTable | ExampleTable): Promise<string> {
    const name = `t${this.#tables++}`;
    const { columns, rows } = typedTable(table);
    await new SqlJob(this.#rig.fields).put({
      table: name,
      columns: columns.map((column) => `${column.name}:${column.type as ColumnType}` as const),
      rows: rows.map((row) => columns.map(({ type }, place) => this.#cell(row[place], type))),
    });
    return name;
  }

  /** Drops a table. */
  async drop(table: string): Promise<void> {
    const quoted = this.#rig.fields.provider === 'mysql' ? quotedName : quotedIdentifier;
    await this.#rig.execute(`DROP TABLE ${quoted(table)}`);
  }

  #cell(cell: unknown, type: string): string | null {
    const isStored = this.#rig.fields.provider !== 'mysql' || Math.abs(Number(cell)) !== Infinity;
    return type !== 'float' || isStored ? storedCell(cell, type) : null;
  }

  async run(flow: DatabaseFlow): Promise<DatabaseRun> {
    const { engine = 'polars', pushdown, watermarks = [], parameters = {} } = flow;
    const result = await executeFlow(
      {
        attempt: 1,
        spec: {
          runId: randomUUID(),
          flowName: 'database',
          engine,
          graph: {
            ...graphOf(flow),
            ...(pushdown === undefined ? {} : { pushdown }),
          },
          parameters,
          inputs: [],
          connections: [this.connection],
          watermarks,
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

/** The graph of a flow, of which the first node is `read`. */
export function graphOf({
  inputType = 'sqlInput',
  input,
  nodes,
  output = ['fileOutput', { format: 'parquet' }],
}: DatabaseFlow): GraphDocument {
  const steps = [[inputType, { connection_id: 'db', ...input }], ...nodes, output] as const;
  const ids = steps.map((_, place) => (place === 0 ? 'read' : `node${place}`));
  return {
    nodes: steps.map(([type, config], place) => ({
      id: ids[place] ?? '',
      type,
      data: { config },
    })),
    edges: ids.slice(1).map((target, place) => ({ source: ids[place] ?? '', target })),
  };
}

const NO_FIELDS = {
  host: null,
  port: null,
  database: null,
  username: null,
  options: null,
  secret: null,
} as const;

function storedCell(cell: unknown, type: string): string | null {
  if (type === 'datetime' && typeof cell === 'bigint') return datetimeText(cell);
  if (typeof cell === 'number') return floatCell(cell);
  if (typeof cell === 'string') return cell.replaceAll('\0', '');
  return typeof cell === 'bigint' || typeof cell === 'boolean' ? String(cell) : null;
}

function floatCell(cell: number): string {
  if (Object.is(cell, -0)) return '-0';
  return String(cell).replace('Infinity', 'inf');
}
