import type { Database } from '../../../prisma/client.ts';
import type { ColumnSchema } from '../../../runner/domain/column.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';

/** What an input node asks for. */
export interface InputSelector {
  readonly nodeId: string;
  readonly datasetId: string;
  /** Null: the latest. */
  readonly version: number | null;
}

/** What is there of it: null fields where dataset or version are not. */
export interface FoundInput {
  readonly nodeId: string;
  readonly datasetName: string | null;
  readonly sourceType: string | null;
  readonly isDisabled: boolean | null;
  readonly versionNumber: number | null;
  readonly dataKey: string | null;
  readonly bytes: number | null;
  readonly rowCount: number | null;
  readonly columns: readonly ColumnSchema[] | null;
}

export interface InputStore {
  /** In the order asked. */
  find(wanted: readonly InputSelector[]): Promise<FoundInput[]>;
}

type Row = Omit<FoundInput, 'bytes' | 'rowCount' | 'columns'> & {
  readonly bytes: bigint | null;
  readonly rowCount: bigint | null;
  readonly columns: string | null;
};

export function createInputStore(database: Database): InputStore {
  return {
    async find(wanted) {
      if (wanted.length === 0) return [];
      const asked = JSON.stringify(
        wanted.map((input, position) => ({
          position,
          node_id: input.nodeId,
          dataset_id: input.datasetId,
          version: input.version,
        })),
      );
      // OFFSET 0: one look-up for each node, where the planner would read all datasets.
      const rows = await database.$queryRaw<Row[]>`
        SELECT asked.node_id AS "nodeId", dataset.name AS "datasetName",
               dataset.source_type AS "sourceType", dataset.is_disabled AS "isDisabled",
               version.version_number AS "versionNumber", version.data_key AS "dataKey",
               version.bytes, version.row_count AS "rowCount", version.column_schema AS columns
        FROM json_to_recordset(${asked}::json)
          AS asked(position int, node_id text, dataset_id text, version int)
        LEFT JOIN LATERAL (
          SELECT * FROM datasets WHERE id = asked.dataset_id OFFSET 0
        ) AS dataset ON true
        LEFT JOIN LATERAL (
          SELECT * FROM dataset_versions
          WHERE dataset_id = dataset.id
            AND version_number = COALESCE(asked.version, dataset.latest_version) OFFSET 0
        ) AS version ON true
        ORDER BY asked.position`;
      return rows.map((row) => ({
        ...row,
        bytes: row.bytes === null ? null : Number(row.bytes),
        rowCount: row.rowCount === null ? null : Number(row.rowCount),
        columns: row.columns === null ? null : (exactJson.parse(row.columns) as ColumnSchema[]),
      }));
    },
  };
}
