import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pl from '../../engines/polars/pinned/library.ts';
import { COLUMN_TYPES } from '../../domain/column.ts';
import { COLUMN_TYPE_TABLE } from '../../domain/types/column-types.ts';
import { polarsType } from '../../engines/polars/column-types.ts';
import { writeFrame } from './write-frame.ts';

const columns = COLUMN_TYPES.map((type) => ({ name: type, type }));
const cells = columns.map(({ name, type }) => {
  const { json } = COLUMN_TYPE_TABLE[type].example;
  if (type === 'null') return pl.lit(json).alias(name);
  const value = type === 'datetime' ? BigInt(Date.parse(`${json}Z`)) * 1000n : json;
  return pl.lit(value).cast(polarsType(pl, type)).alias(name);
});

describe('a written value of each column type', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'type-forms-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function written(format: 'csv' | 'json'): Promise<string> {
    const path = join(folder, format);
    await writeFrame(
      pl
        .DataFrame({ row: [1] })
        .lazy()
        .select(...cells),
      columns,
      format,
      path,
    );
    return await readFile(path, 'utf8');
  }

  it('has the form in CSV that the table of types states', async () => {
    const forms = COLUMN_TYPES.map((type) => COLUMN_TYPE_TABLE[type].example.csv);
    expect(await written('csv')).toBe(`${COLUMN_TYPES.join(',')}\n${forms.join(',')}\n`);
  });

  it('has the form in JSON that the table of types states', async () => {
    const forms = COLUMN_TYPES.map((type) => [type, COLUMN_TYPE_TABLE[type].example.json]);
    expect(JSON.parse(await written('json'))).toEqual([Object.fromEntries(forms)]);
  });
});
