import type { FileFormat } from '../../runner/domain/file-format.ts';
import type { FileWarningCode } from '../../runner/domain/file-warning.ts';
import type { ParseOptions } from '../../runner/domain/parse-options.ts';
import type { ExampleTable } from '../../runner/nodes/definition.ts';
import { difference } from '../parity/difference.ts';
import { SCRIPTS } from '../parity/parity-run.ts';
import { ruffProblems, ruffPython } from '../parity/ruff.ts';
import { readWorld, type FileOutcome, type ReadOutcome, type ScriptTable } from './read-world.ts';

/**
 * A file as other programs write it: what is odd about it, and what its user must get, as an upload and as
 * the file of a storage input. Give the right rows, or the words of the refusal.
 */
export interface WorldFile {
  /** A clause that completes "a file with …"; it is the title of the test, so it is unique in the table. */
  readonly oddity: string;
  /** The name, which users see. Without `bytes` it is the one of a file in the folder of fixtures. */
  readonly name: string;
  readonly format: FileFormat;
  readonly options?: ParseOptions;
  /** Default: the content of the fixture. */
  readonly bytes?: string | Uint8Array;
  /** The columns and rows that both readers and all exported scripts give; see `table` of parity-case.ts. */
  readonly right?: ExampleTable;
  /** The warnings, all of them, by their codes, with words of their messages. Default: there are none. */
  readonly warnings?: Readonly<Partial<Record<FileWarningCode, string | RegExp>>>;
  /** Words of the error, which name the place and the way out. There are no rows then. */
  readonly refusal?: string | RegExp;
  /** Words of the error with which the export of the storage input says why no script reads it. */
  readonly notExported?: string | RegExp;
}

/** Where the fixtures of a table are, and what runs its scripts. */
export interface WorldSettings {
  /** A folder in test/fixtures/world. */
  readonly fixtures: string;
  /** The interpreter; null: only the readers of the service are compared. See `parityPython`. */
  readonly python: string | null;
}

/**
 * Registers a test for every file of a table. Each is read as an upload and by a storage input, on the
 * engines in turn, and exported from both; the scripts of the whole table run in one interpreter.
 */
export function checkWorldTable(
  title: string,
  files: readonly WorldFile[],
  settings: WorldSettings,
): void {
  describe(title, () => {
    let outcomes: readonly FileOutcome[] = [];
    beforeAll(async () => {
      outcomes = await readWorld(files, settings);
    }, 600_000);

    it.each(files.map((file, place) => [file.oddity, file, place] as const))(
      'reads or refuses a file with %s',
      (_oddity, file, place) => {
        const outcome = outcomes[place];
        expect(outcome === undefined ? ['it was not read'] : problemsOf(file, outcome)).toEqual([]);
      },
    );

    it('exports scripts that ruff accepts as checked and formatted', async () => {
      const ruff = await ruffPython();
      if (ruff !== null) expect(await ruffProblems(ruff, scriptsOf(files, outcomes))).toBe('');
    }, 300_000);
  });
}

function problemsOf(file: WorldFile, { upload, storage }: FileOutcome): readonly string[] {
  return [
    ...readerProblems(file, upload).map((problem) => `upload: ${problem}`),
    ...readerProblems(asWritten(file), storage).map((problem) => `storage input: ${problem}`),
    ...(file.refusal === undefined ? warningProblems(file, upload, storage) : []),
    ...(file.refusal === undefined ? exportProblems(file, storage) : []),
  ];
}

/** The file of a storage input is read by an output, which writes a column of nulls as text. */
function asWritten(file: WorldFile): WorldFile {
  return file.right === undefined ? file : { ...file, right: withoutNullColumns(file.right) };
}

function readerProblems({ right, refusal }: WorldFile, outcome: ReadOutcome): readonly string[] {
  if (refusal !== undefined) {
    if (!('error' in outcome)) return [`was read: ${JSON.stringify(outcome.columns)}`];
    return hasWords(outcome.error, refusal) ? [] : [outcome.error];
  }
  if ('error' in outcome) return [outcome.error];
  if (right === undefined) return ['the table says neither the right rows nor a refusal'];
  const found = difference(outcome.table, right);
  return [
    ...(found === null ? [] : [found]),
    ...outcome.scripts.flatMap((table, place) => scriptProblems(table, right, place)),
  ];
}

function scriptProblems(script: ScriptTable, right: ExampleTable, place: number): string[] {
  const found = 'error' in script ? script.error : difference(script, withoutNullColumns(right));
  return found === null ? [] : [`script "${SCRIPTS[place]}": ${found}`];
}

/** The table as a script writes it: there a column of nulls is text. */
function withoutNullColumns(table: ExampleTable): ExampleTable {
  return {
    ...table,
    columns: table.columns.map(({ name, type }) => ({
      name,
      type: type === 'null' ? 'string' : type,
    })),
  };
}

/** Uploads have codes, nodes have sentences: the same ones. */
function warningProblems(
  { warnings = {} }: WorldFile,
  upload: ReadOutcome,
  storage: ReadOutcome,
): readonly string[] {
  if ('error' in upload || 'error' in storage) return [];
  const expected = Object.entries(warnings);
  const problems = expected.flatMap(([code, words]) => {
    const found = upload.warnings.find((warning) => warning.code === code);
    if (found === undefined) return [`upload: the warning ${code} is missing`];
    return hasWords(found.message, words) ? [] : [`upload: ${code}: ${found.message}`];
  });
  const others = upload.warnings.filter(({ code = '' }) => !(code in warnings));
  const lacking = upload.warnings.filter(
    ({ message }) => !storage.warnings.some((warning) => warning.message === message),
  );
  return [
    ...problems,
    ...others.map(({ code, message }) => `upload: unexpected warning ${code ?? ''}: ${message}`),
    ...lacking.map(({ code }) => `storage input: the warning ${code ?? ''} is missing`),
  ];
}

function exportProblems({ notExported }: WorldFile, storage: ReadOutcome): readonly string[] {
  if ('error' in storage) return [];
  const { exportError } = storage;
  if (notExported === undefined) return exportError === null ? [] : [`export: ${exportError}`];
  if (exportError === null) return ['storage input: was exported'];
  return hasWords(exportError, notExported) ? [] : [`storage input: export: ${exportError}`];
}

function hasWords(text: string, words: string | RegExp): boolean {
  return typeof words === 'string' ? text.includes(words) : words.test(text);
}

function scriptsOf(
  files: readonly WorldFile[],
  outcomes: readonly FileOutcome[],
): ReadonlyMap<string, string> {
  const scripts = new Map<string, string>();
  for (const [place, { upload, storage }] of outcomes.entries()) {
    for (const [reader, outcome] of Object.entries({ upload, storage })) {
      if ('error' in outcome) continue;
      for (const [at, script] of outcome.texts.entries()) {
        scripts.set(`${files[place]?.oddity}, ${reader}, ${SCRIPTS[at]}`, script);
      }
    }
  }
  return scripts;
}
