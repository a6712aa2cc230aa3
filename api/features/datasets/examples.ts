/** Examples of the OpenAPI document; all show one small file. */
const profile = {
  name: 'id',
  dtype: 'integer',
  null_count: 0,
  null_pct: 0,
  distinct: 2,
  scanned: 2,
  total: 2,
  min: 1,
  max: 2,
  mean: 1.5,
  std: 0.7071,
};

const options = { encoding: 'utf-8', delimiter: ';', decimal: ',' };

const content = {
  column_schema: [{ name: 'id', type: 'integer' }],
  column_profile: [profile],
  parse_options: options,
};

const created = '2026-11-21T09:34:09.175000Z';

export const EXAMPLES = {
  profile,
  options,
  dataset: {
    id: '3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10',
    name: 'orders.csv',
    source_type: 'csv',
    dataset_kind: 'input',
    is_disabled: false,
    deleted_at: null,
    project_id: '7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11',
    latest_version: 1,
    version_count: 1,
    data_sample: [{ id: 1 }, { id: 2 }],
    ...content,
    created_at: created,
    updated_at: created,
  },
  version: {
    id: 'b0a4c7de-5f41-4c7e-8a70-2f3f6b8b9c55',
    version_number: 1,
    row_count: 2,
    ...content,
    source_run_id: null,
    created_at: created,
  },
};
