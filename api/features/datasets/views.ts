import { dtypeOf, type ColumnSchema } from '../../../runner/domain/column.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import { optionalTimestamp, recordTimestamp } from '../../http/responses/record-timestamp.ts';
import { objectText, StoredJson } from '../../http/responses/stored-json.ts';
import type { DatasetRead, DatasetVersionRead } from './schemas.ts';
import type { DatasetRecord, VersionContent } from '../../domain/datasets/store.ts';
import type { VersionRecord } from '../../domain/datasets/version-store.ts';

type DatasetSummary = Omit<DatasetRead, 'data_sample' | keyof Content>;
type Content = Pick<DatasetVersionRead, 'column_schema' | 'column_profile' | 'parse_options'>;

export function toDatasetRead(dataset: DatasetRecord): DatasetRead {
  const { content } = dataset;
  return {
    ...recordOf(dataset),
    ...(content === null ? NO_CONTENT : toContent(content)),
    data_sample: content === null ? null : toSample(content),
  };
}

/** The JSON text of `toDatasetRead`, with the stored JSON texts of profile and sample unchanged. */
export function toDatasetText(dataset: DatasetRecord): string {
  const { content } = dataset;
  return objectText({
    ...recordOf(dataset),
    column_schema: content === null ? null : toColumns(content),
    column_profile: stored(content?.columnProfile),
    parse_options: stored(content?.parseOptions),
    data_sample: stored(content?.dataSample),
  });
}

/** The JSON of a dataset without its content. */
export function toDatasetSummary(dataset: DatasetRecord): string {
  return JSON.stringify(recordOf(dataset));
}

function stored(text: string | null | undefined): StoredJson | null {
  return text === null || text === undefined ? null : new StoredJson(text);
}

function recordOf(dataset: DatasetRecord): DatasetSummary {
  return {
    id: dataset.id,
    name: dataset.name,
    source_type: dataset.sourceType,
    dataset_kind: dataset.datasetKind,
    is_disabled: dataset.isDisabled,
    deleted_at: optionalTimestamp(dataset.deletedAt),
    project_id: dataset.projectId,
    latest_version: dataset.latestVersion,
    version_count: dataset.versionCount,
    created_at: recordTimestamp(dataset.createdAt),
    updated_at: recordTimestamp(dataset.updatedAt),
  };
}

export function toVersionRead(version: VersionRecord): DatasetVersionRead {
  return {
    id: version.id,
    version_number: version.versionNumber,
    row_count: version.rowCount,
    ...toContent(version.content),
    source_run_id: version.sourceRunId,
    created_at: recordTimestamp(version.createdAt),
  };
}

export function toColumns(content: VersionContent): NonNullable<Content['column_schema']> {
  const columns = exactJson.parse(content.columnSchema) as readonly ColumnSchema[];
  return columns.map(({ name, type }) => ({ name, type: dtypeOf(type) }));
}

export function toProfile(content: VersionContent): NonNullable<Content['column_profile']> {
  return exactJson.parse(content.columnProfile) as NonNullable<Content['column_profile']>;
}

export function toSample(content: VersionContent): NonNullable<DatasetRead['data_sample']> {
  return exactJson.parse(content.dataSample) as NonNullable<DatasetRead['data_sample']>;
}

const NO_CONTENT = { column_schema: null, column_profile: null, parse_options: null } as const;

function toContent(content: VersionContent): Content {
  return {
    column_schema: toColumns(content),
    column_profile: toProfile(content),
    parse_options:
      content.parseOptions === null
        ? null
        : (exactJson.parse(content.parseOptions) as Content['parse_options']),
  };
}
