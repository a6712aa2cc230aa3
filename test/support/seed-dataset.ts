import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import pl from 'nodejs-polars';
import type { ColumnType } from '../../runner/domain/column.ts';
import { objectKeys } from '../../runner/domain/object-keys.ts';
import type { TestService } from './service.ts';

const DTYPES = {
  integer: pl.Int64,
  float: pl.Float64,
  boolean: pl.Bool,
  string: pl.String,
  datetime: pl.Datetime('us'),
};

export interface SeedColumn {
  readonly type: ColumnType;
  readonly values: readonly unknown[];
}

/** Puts a dataset with one version where an upload would put it, without the upload. @returns its id */
export async function seedDataset(
  service: TestService,
  name: string,
  columns: Readonly<Record<string, SeedColumn>>,
): Promise<string> {
  const [datasetId, versionId] = [randomUUID(), randomUUID()];
  const dataKey = objectKeys.datasetData(datasetId, versionId);
  const file = path.join(service.dataDir, 'objects', dataKey);
  await mkdir(path.dirname(file), { recursive: true });
  const frame = pl.DataFrame(
    Object.entries(columns).map(([column, { type, values }]) =>
      pl.Series(column, [...values], DTYPES[type]),
    ),
  );
  frame.writeParquet(file);
  await service.database.dataset.create({
    data: {
      id: datasetId,
      projectId: await defaultProject(service),
      name,
      nameKey: name.toLowerCase(),
      sourceType: path.extname(name).slice(1),
      datasetKind: 'input',
      latestVersion: 1,
      versions: {
        create: {
          id: versionId,
          versionNumber: 1,
          rowCount: frame.height,
          columnSchema: Object.entries(columns).map(([column, { type }]) => ({
            name: column,
            type,
          })),
          columnProfile: '[]',
          dataSample: '[]',
          sourceKey: dataKey,
          dataKey,
          bytes: 1000,
        },
      },
    },
  });
  return datasetId;
}

/** Saves a flow as it is given, unchecked. @returns its id */
export async function seedFlow(
  service: TestService,
  graph: object,
  name = 'flow',
): Promise<string> {
  const id = randomUUID();
  const projectId = await defaultProject(service);
  await service.database.flow.create({ data: { id, projectId, name, graphJson: graph } });
  return id;
}

export async function defaultProject(service: TestService): Promise<string> {
  const { json } = await service.call('GET', '/api/projects');
  const projects = json as { id: string; is_default: boolean }[];
  const id = projects.find((project) => project.is_default)?.id;
  if (id === undefined) throw new Error('The service has no default project');
  return id;
}
