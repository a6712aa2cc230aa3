import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, rolldown } from 'rolldown';
import { codeDigest } from '../../runner/execution/cache/code-version.ts';
import { bundledName, PROGRAMS } from '../../runner/programs/program-file.ts';
import { bundledLicenses, LICENSES_FILE } from './bundled-licenses.ts';

/** The packages whose code becomes part of the bundle. It loads the others, which may have native code. */
const BUNDLED_PACKAGES = /^zod(?:\/|$)/;
const ENTRY = '\0program:';

export interface BundleRequest {
  /** The clone. */
  readonly root: string;
  /** The folder to write. */
  readonly out: string;
  /** Where the folder will be when the bundle runs. */
  readonly place: string;
  readonly bundler: typeof rolldown;
  /** The folder of the package of the bundler, whose helpers become part of the bundle. */
  readonly bundlerFolder: string;
}

/**
 * Writes each program with all of our sources that it loads: one file in place of hundreds is found, read and linked in
 * half of the time. What programs share is in files of its own.
 */
export async function buildBundle(request: BundleRequest): Promise<void> {
  const { root, out, place, bundler, bundlerFolder } = request;
  const digest = await codeDigest(root, null);
  const bundle = await bundler({
    input: Object.fromEntries(
      PROGRAMS.map((program) => [path.parse(bundledName(program)).name, ENTRY + program]),
    ),
    cwd: root,
    platform: 'node',
    external: (id) => isPackage(id) && !BUNDLED_PACKAGES.test(id),
    plugins: [entries(root), placesOfSources(place)],
    transform: { define: { MILLRACE_BUILD: JSON.stringify({ digest }) } },
  });
  try {
    mkdirSync(out, { recursive: true });
    const { output } = await bundle.write({
      dir: out,
      format: 'esm',
      sourcemap: true,
      sourcemapExcludeSources: true,
      sourcemapPathTransform: (source) => path.relative(place, path.resolve(out, source)),
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
    });
    const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
    writeFileSync(path.join(out, LICENSES_FILE), bundledLicenses(modules, [bundlerFolder]));
  } finally {
    await bundle.close();
  }
}

function isPackage(id: string): boolean {
  return !id.startsWith('.') && !id.startsWith('\0') && !path.isAbsolute(id);
}

/** Begins each program with the names of sources in stacks. */
function entries(root: string): Plugin {
  const mapping = path.join(root, 'runner', 'programs', 'mapped-stacks.ts');
  return {
    name: 'programs',
    resolveId: (id) => (id.startsWith(ENTRY) ? id : null),
    load(id) {
      if (!id.startsWith(ENTRY)) return null;
      const program = path.join(root, id.slice(ENTRY.length));
      return [
        `import { mapStacks } from ${JSON.stringify(mapping)};`,
        'mapStacks(import.meta.dirname);',
        `await import(${JSON.stringify(program)});`,
      ].join('\n');
    },
  };
}

/** Files that stay files, such as migrations and workers, are found from the folders of the sources. */
function placesOfSources(place: string): Plugin {
  return {
    name: 'places-of-sources',
    transform(code, id) {
      if (!path.isAbsolute(id) || !code.includes('import.meta.dirname')) return null;
      const folder = JSON.stringify(`/${path.relative(place, path.dirname(id))}`);
      const placed = code.replaceAll('import.meta.dirname', `(import.meta.dirname + ${folder})`);
      // No line moves, so the map of the lines stays right.
      return { code: placed, map: null };
    },
  };
}
