// A part of `npm run lint`: the words that the glossary in CONTRIBUTING.md replaces do not come back.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { FORBIDDEN_WORDS } from './forbidden-words.ts';

const root = path.resolve(import.meta.dirname, '..');
const READ = /\.(ts|js|mjs|md|yaml|tpl|txt|prisma)$/;
/** Generated files, data, and the files that have to name the words. */
const SKIPPED =
  /^(client\/|prisma\/generated\/|api\/demo\/data\/|test\/fixtures\/|CONTRIBUTING\.md$|scripts\/forbidden-words(\.test)?\.ts$)/;

const found = trackedFiles().flatMap(wordsIn);
for (const line of found) console.error(line);
if (found.length > 0) {
  console.error(`\nReplace ${found.length} words; CONTRIBUTING.md, "Words", has the glossary.`);
  process.exitCode = 1;
}

function trackedFiles(): string[] {
  const names = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
  return names.split('\0').filter((name) => READ.test(name) && !SKIPPED.test(name));
}

/** One message for each forbidden word of a file. */
function wordsIn(file: string): string[] {
  const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
  return lines.flatMap((line, index) =>
    FORBIDDEN_WORDS.flatMap(({ pattern, say }) => {
      const word = pattern.exec(line)?.[0];
      return word === undefined ? [] : [`${file}:${index + 1}: "${word}": say ${say}`];
    }),
  );
}
