import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import type { TestApp } from './app.ts';
import { processTree } from './process-tree.ts';
import { runnerPids } from './runner-processes.ts';

/** The folder of the data folder in which a test keeps files of secrets. */
export const SECRET_FOLDER = 'secrets';

/**
 * What the services of a test file have stored and printed, by place: rows, files, logs, and the command lines and
 * environments of its runners and their children. Bytes of files are Latin-1.
 */
export async function storedBytes(app: TestApp): Promise<Record<string, string>> {
  const children = (await runnerPids()).flatMap((pid) => processTree(pid));
  return {
    rows: await storedRows(app),
    ...(await storedFiles(app.dataDir)),
    logs: JSON.stringify(await app.readLogs()),
    commands: children.map(({ command }) => command).join('\n'),
    environments: children.map(({ environment }) => environment).join('\n'),
  };
}

/** Every row of every table of the service as text. */
async function storedRows({ databaseUrl }: TestApp): Promise<string> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query(`SELECT t::text FROM ${name} t`);
      texts.push(JSON.stringify(rows));
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}

/** The files of each folder of the data folder, with their paths. */
async function storedFiles(dataDir: string): Promise<Record<string, string>> {
  const places: Record<string, string> = {};
  for (const entry of await entriesIn(dataDir)) {
    const file = path.join(entry.parentPath, entry.name);
    const [folder = ''] = path.relative(dataDir, file).split(path.sep);
    if (!entry.isFile() || folder === SECRET_FOLDER) continue;
    // A runner removes its scratch files meanwhile.
    const content = await readFile(file, 'latin1').catch(() => '');
    places[folder] = `${places[folder] ?? ''}${file}\n${content}\n`;
  }
  return places;
}

/** Runners remove their scratch folders meanwhile, so that one may be gone when it is read. */
async function entriesIn(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const within = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entriesIn(path.join(folder, entry.name)));
  return [...entries, ...(await Promise.all(within)).flat()];
}

/** The forms in which a text may occur in other bytes: itself, percent-encoded, in JSON, in base64. */
function formsOf(canary: string): readonly string[] {
  const forms = [canary, encodeURIComponent(canary), JSON.stringify(canary).slice(1, -1)];
  // Within a longer text base64 begins at one of three bytes, and the characters at its ends have bits of others.
  const shifted = ['', 'x', 'xx'].map((before) =>
    Buffer.from(before + canary)
      .toString('base64')
      .replace(/=+$/, '')
      .slice(4, -2),
  );
  const texts = [...forms, ...shifted];
  return [...texts, ...texts.map((text) => Buffer.from(text).toString('latin1'))];
}

/** The places whose text has a secret in any form, each with the form. @param places texts by their place */
export function placesWith(
  secrets: readonly string[],
  places: Readonly<Record<string, string>>,
): readonly { readonly place: string; readonly form: string }[] {
  const forms = secrets.flatMap(formsOf);
  return Object.entries(places).flatMap(([place, text]) =>
    forms.flatMap((form) => (text.includes(form) ? [{ place, form }] : [])),
  );
}
