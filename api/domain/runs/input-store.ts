import { z } from 'zod';
import type { Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { jsonText, queryRows } from '../../../prisma/query-rows.ts';
import type { ColumnSchema } from '../../../runner/domain/column.ts';

/** The dataset version that an input node reads. */
export interface InputSelector {
  readonly nodeId: string;
  readonly datasetId: string;
  /** Null: the latest. */
  readonly version: number | null;
}

const count = z.bigint().transform(Number).nullable();
const foundInput = z.object({
  nodeId: z.string(),
  datasetName: z.string().nullable(),
  sourceType: z.string().nullable(),
  isDisabled: z.boolean().nullable(),
  isDeleted: z.boolean().nullable(),
  /** The name of the project that disabled the dataset; null: none. */
  disabledByProject: z.string().nullable(),
  versionNumber: z.number().nullable(),
  dataKey: z.string().nullable(),
  bytes: count,
  rowCount: count,
  columns: jsonText<ColumnSchema[]>().nullable(),
});
/** What a selector matches. Fields of a dataset or version that does not exist are null. */
export type FoundInput = Readonly<z.output<typeof foundInput>>;

export interface InputStore {
  /** What each selector matches, in their order. */
  find(selectors: readonly InputSelector[]): Promise<FoundInput[]>;
}

export function createInputStore(database: Database): InputStore {
  return {
    async find(selectors) {
      if (selectors.length === 0) return [];
      const json = JSON.stringify(
        selectors.map((input, position) => ({
          position,
          node_id: input.nodeId,
          dataset_id: input.datasetId,
          version: input.version,
        })),
      );
      // Raw: one statement for all nodes. OFFSET 0: otherwise the planner reads all datasets.
      const sql = Prisma.sql`
        SELECT selector.node_id AS "nodeId", dataset.name AS "datasetName",
               dataset.source_type AS "sourceType", dataset.is_disabled AS "isDisabled",
               dataset.deleted_at IS NOT NULL AS "isDeleted",
               (SELECT name FROM projects WHERE id = dataset.disabled_by) AS "disabledByProject",
               version.version_number AS "versionNumber", version.data_key AS "dataKey",
               version.bytes, version.row_count AS "rowCount", version.column_schema AS columns
        FROM json_to_recordset(${json}::json)
          AS selector(position int, node_id text, dataset_id text, version int)
        LEFT JOIN LATERAL (
          SELECT * FROM datasets WHERE id = selector.dataset_id OFFSET 0
        ) AS dataset ON true
        LEFT JOIN LATERAL (
          SELECT * FROM dataset_versions
          WHERE dataset_id = dataset.id
            AND version_number = COALESCE(selector.version, dataset.latest_version) OFFSET 0
        ) AS version ON true
        ORDER BY selector.position`;
      return await queryRows(database, foundInput, sql);
    },
  };
}
