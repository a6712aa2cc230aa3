import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Files that only developers and their tools read. */
const UNREAD = /\.(map|d\.ts|d\.mts|d\.cts)$/;
/** The client is generated for this query compiler only, see `generator` in prisma/schema.prisma. */
const QUERY_COMPILER = /^query_compiler_(?!small_bg\.postgresql\.)/;
/** Headers and manuals of the Node package: half of its size. */
const NODE_EXTRAS = ['include', 'share', 'CHANGELOG.md'];

/** Removes 200 MB of files that the running service never reads from the installed packages. */
export function prune(modules) {
  pruneUnread(modules);
  const compilers = path.join(modules, '@prisma', 'client', 'runtime');
  for (const name of readdirSync(compilers)) {
    if (QUERY_COMPILER.test(name)) rmSync(path.join(compilers, name));
  }
  pruneNode(path.join(modules, 'node', 'node_modules'));
}

/** Removes source maps and type declarations. */
export function pruneUnread(modules) {
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && UNREAD.test(entry.name)) rmSync(path.join(entry.parentPath, entry.name));
  }
}

function pruneNode(folder) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    for (const extra of NODE_EXTRAS) {
      rmSync(path.join(folder, entry.name, extra), { recursive: true, force: true });
    }
  }
}
