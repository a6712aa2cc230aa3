import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../../prisma/embedded.ts';
import { knownRuns, orphanedRows } from '../chaos/orphaned-rows.ts';

/** Lists what a stopped service left besides its data. */
export async function listLeftovers(dataDir: string): Promise<string[]> {
  const processes = processesOf(dataDir);
  return [...processes, ...(await orphansInDatabase(dataDir)), ...orphanedFiles(dataDir)];
}

/** Lists processes with the folder in their command or environment: runners and the database. */
function processesOf(dataDir: string): string[] {
  const own = String(process.pid);
  const pids = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && entry !== own);
  return pids
    .filter((pid) =>
      ['cmdline', 'environ'].some((file) => read(`/proc/${pid}/${file}`).includes(dataDir)),
    )
    .map((pid) => `process ${pid}: ${read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')}`);
}

async function orphansInDatabase(dataDir: string): Promise<string[]> {
  return await withDatabase(dataDir, async (client) => {
    const known = await knownRuns(client);
    return [...(await orphanedRows(client)), ...orphanedRunFolders(dataDir, known)];
  });
}

function orphanedRunFolders(dataDir: string, known: ReadonlySet<string>): string[] {
  const folders = readdirSync(path.join(dataDir, 'objects', 'runs'));
  return folders.filter((id) => !known.has(id)).map((id) => `objects without a run: ${id}`);
}

function orphanedFiles(dataDir: string): string[] {
  return ['scratch', 'objects/uploads'].flatMap((folder) =>
    filesIn(path.join(dataDir, folder)).map((name) => `${folder}/${name}`),
  );
}

async function withDatabase<T>(dataDir: string, use: (client: Client) => Promise<T>): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres') });
  try {
    const client = new Client({ connectionString: server.url });
    await client.connect();
    try {
      return await use(client);
    } finally {
      await client.end();
    }
  } finally {
    await server.stop();
  }
}

/** Lists files at any depth; an empty folder contains no object. */
function filesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  } catch {
    return [];
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
