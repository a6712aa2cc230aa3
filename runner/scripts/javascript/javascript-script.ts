import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { serialize } from 'node:v8';
import { UserError } from '../../domain/errors.ts';
import type { ScriptProgram } from '../run-script.ts';
import type { ScriptRequest } from '../script-request.ts';
import type { ScriptSettings } from '../script-settings.ts';
import { readCells, writeCells, type ResultColumn } from './cells.ts';

const WORKER = path.join(import.meta.dirname, 'worker.mts');
const RESULT = 'result.json';
/** Each cell is a value of JavaScript in this process too. */
const MAX_CELLS = 10_000_000;
const MEBIBYTE = 2 ** 20;

/**
 * Returns the program that executes a JavaScript: this Node with its permission model, which forbids files
 * outside the folder, child processes, threads and native code.
 * @throws UserError for a table that is too large
 */
export async function javascriptProgram(
  { script, argument, folder, input, columns, declared }: ScriptRequest,
  { maxMemoryBytes }: ScriptSettings,
): Promise<ScriptProgram> {
  const cells = await readCells(input);
  const count = (cells[0]?.length ?? 0) * cells.length;
  if (count > MAX_CELLS) {
    throw new UserError(
      `A JavaScript gets at most ${MAX_CELLS} cells, and the table has ${count}. Select columns or aggregate rows before this node, or use Python.`,
    );
  }
  const report = path.join(folder, 'report.json');
  const file = path.join(folder, 'request.bin');
  const request = {
    script,
    argument,
    columns: columns.map(({ name, type }, place) => ({ name, type, cells: cells[place] ?? [] })),
    declared: Object.fromEntries((declared ?? []).map(({ name, type }) => [name, type])),
    output: path.join(folder, RESULT),
    report,
  };
  await writeFile(file, serialize(request));
  const permissions = [
    '--permission',
    `--allow-fs-read=${WORKER}`,
    `--allow-fs-read=${folder}`,
    `--allow-fs-write=${folder}`,
    // It reads and writes any file, whatever is permitted.
    '--no-experimental-sqlite',
  ];
  const heap = `--max-old-space-size=${Math.floor(maxMemoryBytes / MEBIBYTE)}`;
  const flags = [...permissions, heap, '--no-warnings'];
  return { command: [process.execPath, ...flags, WORKER, file], folder, report };
}

/** Writes the result of a JavaScript as the Parquet file of the request. @throws UserError for another form */
export async function convertJavascriptResult({ folder, output }: ScriptRequest): Promise<void> {
  const text = await readFile(path.join(folder, RESULT), 'utf8');
  // The worker wrote it. A script that replaces it harms only its own run.
  await writeCells(JSON.parse(text) as readonly ResultColumn[], output);
}
