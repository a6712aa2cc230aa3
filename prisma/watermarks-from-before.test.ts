import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { createEmptyDatabase, dropDatabase } from '../test/support/database.ts';
import { listWatermarks } from '../api/domain/watermarks/watermark-store.ts';
import { addressOf, isSameAddress } from '../runner/connectors/address-of-connection.ts';
import { createPrismaClient } from './client.ts';
import { migrate } from './migrate.ts';

const MIGRATION = '20261128173000_addresses_of_connections';
const logger = { info: () => undefined, warn: () => undefined };

const CONNECTIONS = [
  { id: 'pg', provider: 'postgresql', host: 'DB.example.com', port: null, options: null },
  { id: 'sf', provider: 'snowflake', host: 'ORG-ACC', port: null, options: { schema: 'A' } },
  { id: 'sf-default', provider: 'snowflake', host: 'ORG-ACC', port: null, options: { schema: '' } },
] as const;

/** Makes what a version before the migration wrote, and a watermark whose connection was deleted. */
async function writeBefore(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    "INSERT INTO projects (id, name, name_key, color) VALUES ('p', 'P', 'p', 'violet');" +
      "INSERT INTO flows (id, project_id, name, graph_json) VALUES ('f', 'p', 'F', '{}')",
  );
  for (const { id, provider, host, port, options } of CONNECTIONS) {
    await client.query(
      `INSERT INTO connections (id, name, name_key, provider, connection_type, host, port, database, options)
       VALUES ($1, $1, $1, $2, 'sql', $3, $4, 'shop', $5)`,
      [id, provider, host, port, options === null ? null : JSON.stringify(options)],
    );
  }
  for (const id of [...CONNECTIONS.map((connection) => connection.id), 'deleted']) {
    await client.query(
      `INSERT INTO watermarks (id, flow_id, node_id, connection_id, column_name, type, value, run_id)
       VALUES ($1, 'f', $1, $1, 'id', 'integer', '9', 'r')`,
      [id],
    );
  }
  await client.end();
}

it('watermarks from before the migration count as of the present address of their connections', async () => {
  const url = await createEmptyDatabase();
  const before = await mkdtemp(path.join(tmpdir(), 'millrace-migrations-'));
  try {
    await cp(path.join(import.meta.dirname, 'migrations'), before, {
      recursive: true,
      filter: (source) => path.basename(source) < MIGRATION || !/^\d/.test(path.basename(source)),
    });
    await migrate(url, { logger, folder: before });
    await writeBefore(url);
    expect(await migrate(url, { logger })).toContain(MIGRATION);
    const database = createPrismaClient(url, { poolSize: 1 });
    const marks = await listWatermarks(database, 'f');
    await database.$disconnect();
    for (const fields of CONNECTIONS) {
      const { address } = marks.find(({ nodeId }) => nodeId === fields.id)!;
      const present = { ...fields, database: 'shop', username: null, secret: null };
      expect(isSameAddress(address!, addressOf(present))).toBe(true);
    }
    expect(marks.find(({ nodeId }) => nodeId === 'deleted')).toMatchObject({ address: null });
  } finally {
    await rm(before, { recursive: true });
    await dropDatabase(url);
  }
});
