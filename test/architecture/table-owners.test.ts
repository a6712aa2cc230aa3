import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder whose stores alone write and lock a table. Reading joins may stand anywhere. */
const OWNERS: Readonly<Record<string, string>> = {
  projects: 'api/domain/projects',
  datasets: 'api/domain/datasets',
  dataset_versions: 'api/domain/datasets',
  flows: 'api/domain/flows',
  flow_inputs: 'api/domain/flows',
  runs: 'api/domain/runs',
  run_attempts: 'api/domain/runs',
  run_inputs: 'api/domain/runs',
  run_outputs: 'api/domain/runs',
  run_outbox: 'api/domain/runs',
  node_results: 'api/domain/runs',
  idempotency_keys: 'api/domain/runs',
  schedules: 'api/domain/schedules',
  schedule_slots: 'api/domain/schedules',
  missed_slots: 'api/domain/schedules',
  schedule_watch: 'api/domain/schedules',
  connections: 'api/domain/connections',
  connection_projects: 'api/domain/connections',
  settings: 'api/domain/settings',
  watermarks: 'api/domain/watermarks',
  object_deletions: 'api/domain/stored-objects',
  installations: 'api/execution/recover',
};

const root = path.resolve(import.meta.dirname, '..', '..');
const MODELS = modelTables(readFileSync(path.join(root, 'prisma', 'schema.prisma'), 'utf8'));
const METHODS =
  'create|createMany|createManyAndReturn|update|updateMany|updateManyAndReturn|delete|deleteMany|upsert';

interface Access {
  readonly file: string;
  readonly table: string;
  readonly how: string;
}

/** `model Run { … @@map("runs") }`: run → runs. */
function modelTables(schema: string): ReadonlyMap<string, string> {
  const models = schema.matchAll(/^model (\w+) \{([\s\S]*?)^\}/gm);
  return new Map(
    [...models].map(([, model = '', body = '']) => [
      model.charAt(0).toLowerCase() + model.slice(1),
      /@@map\("(\w+)"\)/.exec(body)?.[1] ?? model,
    ]),
  );
}

function sources(): string[] {
  return readdirSync(path.join(root, 'api'), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .filter((entry) => !entry.name.endsWith('.test.ts'))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

function accesses(file: string, text: string): Access[] {
  const calls = [...text.matchAll(new RegExp(`\\.(\\w+)\\.(${METHODS})\\(`, 'g'))].flatMap(
    ([, model = '', method = '']) => {
      const table = MODELS.get(model);
      return table === undefined ? [] : [{ file, table, how: method }];
    },
  );
  const writes = [...text.matchAll(/\b(INSERT INTO|DELETE FROM|UPDATE)\s+([a-z_]+)\b/g)].flatMap(
    ([, how = '', table = '']) => (table in OWNERS ? [{ file, table, how }] : []),
  );
  return [...calls, ...writes, ...locks(file, text)];
}

/**
 * `SELECT … FROM table … FOR UPDATE` and its kin, in one template. FOR KEY SHARE is not counted: every
 * foreign key takes it, so that what is inserted has what it refers to.
 */
function locks(file: string, text: string): Access[] {
  return [...text.matchAll(/FOR (NO KEY UPDATE|UPDATE|SHARE)\b/g)].flatMap((lock) => {
    const before = text.slice(text.lastIndexOf('`', lock.index) + 1, lock.index);
    const table = [...outerSelect(before).matchAll(/\bFROM\s+([a-z_]+)/g)].at(-1)?.[1];
    return table === undefined ? [] : [{ file, table, how: lock[0] }];
  });
}

/** Without the selects in brackets, whose tables the lock is not for. */
function outerSelect(text: string): string {
  const shorter = text.replace(/\([^()]*\)/g, '');
  return shorter === text ? text : outerSelect(shorter);
}

const all = sources().flatMap((file) =>
  accesses(file, readFileSync(path.join(root, file), 'utf8')),
);

it('every written table of the schema has an owner', () => {
  const written = new Set(all.map(({ table }) => table));
  expect([...written].filter((table) => !(table in OWNERS))).toEqual([]);
  expect(Object.keys(OWNERS).filter((table) => !written.has(table))).toEqual([]);
});

it('only its owner writes and locks a table', () => {
  const foreign = all.filter(({ file, table }) => !file.startsWith(`${OWNERS[table] ?? ''}/`));
  expect(foreign.map(({ file, table, how }) => `${file}: ${how} ${table}`)).toEqual([]);
});
