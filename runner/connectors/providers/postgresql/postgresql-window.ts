import type { Client } from 'pg';
import { bound, numberedText, sql, trusted, type SqlText } from '../../../domain/sql-text.ts';
import type { WatermarkType, WatermarkValue } from '../../../domain/watermark.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import {
  checkWatermarkType,
  noWatermarkType,
  STANDARD_QUOTES,
  watermarkOf,
  WindowStatements,
  type IncrementalRead,
  type ReadWindow,
} from '../../sql/incremental.ts';
import { ask, waitsOf, withClient } from './postgresql-client.ts';
import { beginReading, columnsOf, typeNamesOf } from './postgresql-read.ts';

/** The new rows of a source. Their number does not matter where the column has an index. */
export async function postgresqlWindow(
  target: ConnectionTarget,
  read: IncrementalRead,
): Promise<ReadWindow> {
  return await withClient(target, async (client) => {
    await beginReading(client);
    // A stored text means the same whatever the settings of the role are.
    await ask(client, "SET LOCAL datestyle TO 'ISO, YMD'");
    await ask(client, "SET LOCAL timezone TO 'UTC'");
    const { name, type } = await typeOf(client, read);
    const valueOf = ({ value }: WatermarkValue): SqlText =>
      sql`CAST(${bound(value)} AS ${trusted(name)})`;
    const statements = new WindowStatements(read, { ...STANDARD_QUOTES, valueOf });
    const [[maximum] = []] = await rowsOf(
      client,
      statements.maximum((value) => `${value}::text`),
    );
    const nulls = read.seeksNulls ? await rowsOf(client, statements.nulls) : [];
    await ask(client, 'ROLLBACK');
    const mark = watermarkOf(read.column, type, maximum ?? null);
    return { source: statements.upTo(mark), mark, hasNulls: nulls.length > 0 };
  });
}

/** The types by the object ids of the built-in ones. */
const TYPES: ReadonlyMap<number, WatermarkType> = new Map([
  [20, 'integer'],
  [21, 'integer'],
  [23, 'integer'],
  [1700, 'decimal'],
  [1082, 'date'],
  [1114, 'datetime'],
  [1184, 'datetime'],
  [25, 'string'],
  [1043, 'string'],
]);

async function typeOf(
  client: Client,
  read: IncrementalRead,
): Promise<{ readonly name: string; readonly type: WatermarkType }> {
  const unknown = { ...STANDARD_QUOTES, valueOf: ({ value }: WatermarkValue) => bound(value) };
  const [column] = await columnsOf(client, new WindowStatements(read, unknown).values);
  const typeId = column?.typeId ?? 0;
  const [name = 'unknown'] = await typeNamesOf(client, [typeId]);
  const type = TYPES.get(typeId);
  if (type === undefined) throw noWatermarkType(read.column, name);
  checkWatermarkType(read, type);
  return { name, type };
}

async function rowsOf(
  client: Client,
  { texts, values }: SqlText,
): Promise<readonly (readonly (string | null)[])[]> {
  const answer = client.query<(string | null)[]>({
    text: numberedText(texts),
    values: [...values],
    rowMode: 'array',
  });
  const { rows } = await waitsOf(client).for('rows', answer);
  return rows;
}
