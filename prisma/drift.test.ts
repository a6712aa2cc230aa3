import { readFileSync } from 'node:fs';
import path from 'node:path';
import { catalogFacts } from '../test/support/catalog.ts';
import { createEmptyDatabase, dropDatabase } from '../test/support/database.ts';
import { administer } from '../test/support/database-url.ts';
import { loadSchemaEngine, withSchemaEngine } from '../test/support/schema-engine.ts';
import { migrate } from './migrate.ts';

const schema = readFileSync(path.join(import.meta.dirname, 'schema.prisma'), 'utf8');

describe('schema.prisma', () => {
  let fromSchema: string;
  let fromMigrations: string;

  beforeAll(async () => {
    await loadSchemaEngine();
    fromSchema = await createEmptyDatabase();
    await administer(fromSchema, await schemaStatements(fromSchema));
  });
  beforeEach(async () => {
    fromMigrations = await createEmptyDatabase();
    await migrate(fromMigrations, { logger: { info: () => undefined, warn: () => undefined } });
  });
  afterEach(() => dropDatabase(fromMigrations));
  afterAll(() => dropDatabase(fromSchema));

  it('equals the schema that the migrations create', async () => {
    const expected = await catalogFacts(fromSchema);
    expect(expected.length).toBeGreaterThan(150);
    expect(await catalogFacts(fromMigrations)).toEqual(expected);
  });

  it.each([
    ['column', 'ALTER TABLE runs DROP COLUMN error_message'],
    ['default', 'ALTER TABLE runs ALTER COLUMN attempt DROP DEFAULT'],
    ['type', 'ALTER TABLE dataset_versions ALTER COLUMN bytes TYPE integer'],
    ['nullability', 'ALTER TABLE flows ALTER COLUMN description SET NOT NULL'],
    ['index', 'DROP INDEX runs_started_at_idx'],
    [
      'delete rule',
      'ALTER TABLE runs DROP CONSTRAINT runs_flow_id_fkey, ADD CONSTRAINT runs_flow_id_fkey FOREIGN KEY (flow_id) REFERENCES flows(id) ON UPDATE CASCADE',
    ],
  ])('differs from a database with another %s', async (_what, change) => {
    await administer(fromMigrations, change);
    expect(await catalogFacts(fromMigrations)).not.toEqual(await catalogFacts(fromSchema));
  });
});

/** What `prisma migrate diff` writes to make the schema from nothing. */
async function schemaStatements(url: string): Promise<string> {
  const { stdout } = await withSchemaEngine(url, (engine) =>
    engine.diff({
      from: { tag: 'empty' },
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content: schema }] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  return stdout ?? '';
}
