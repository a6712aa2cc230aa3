import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { serialize } from 'node:v8';
import { findDanfo } from '../../extras/danfo.ts';
import { UserError } from '../../domain/errors.ts';
import { readScriptFile } from '../read-script-file.ts';
import type { ScriptProgram } from '../run-script.ts';
import type { ScriptRequest } from '../script-request.ts';
import type { ScriptSettings } from '../script-settings.ts';
import { readCells, writeCells, type ResultColumn } from './cells.ts';
import { memoryBound } from '../memory-bound.ts';

const WORKER = path.join(import.meta.dirname, 'worker.mts');
const MODULES = [WORKER, path.join(import.meta.dirname, 'failure.mts')];
const RESULT = 'result.json';
/** The name that a script uses for danfojs-node. */
const DANFO_NAME = /\bdfd\b/;
/** Each cell is a value of JavaScript in this process too. */
const MAX_CELLS = 10_000_000;
const MEBIBYTE = 2 ** 20;
/** This process reads the result as one text. */
const MAX_RESULT_BYTES = 256 * MEBIBYTE;

/**
 * Returns the program that executes a JavaScript: this Node with its permission model, which forbids files
 * outside the folder, child processes, threads and native code.
 * @throws UserError for a table that is too large
 */
export async function javascriptProgram(
  { script, argument, folder, input, columns, rows, declared }: ScriptRequest,
  { maxMemoryBytes, extrasFolder }: ScriptSettings,
): Promise<ScriptProgram> {
  const count = rows * columns.length;
  if (count > MAX_CELLS) {
    throw new UserError(
      `A JavaScript gets at most ${MAX_CELLS} cells, and the table has ${count}. Select columns or aggregate rows before this node, or use Python.`,
    );
  }
  const cells = await readCells(input);
  const report = path.join(folder, 'report.json');
  const file = path.join(folder, 'request.bin');
  const danfo = DANFO_NAME.test(script) ? danfoIn(extrasFolder) : null;
  const reads = danfo !== null && 'folder' in danfo ? [path.dirname(danfo.folder)] : [];
  const request = {
    script,
    danfo,
    argument,
    columns: columns.map(({ name, type }, place) => ({ name, type, cells: cells[place] ?? [] })),
    declared: Object.fromEntries((declared ?? []).map(({ name, type }) => [name, type])),
    output: path.join(folder, RESULT),
    report,
  };
  await writeFile(file, serialize(request));
  const permissions = [
    '--permission',
    ...[...MODULES, folder, ...reads].map((place) => `--allow-fs-read=${place}`),
    `--allow-fs-write=${folder}`,
    // It reads and writes any file, whatever is permitted.
    '--no-experimental-sqlite',
  ];
  const heap = `--max-old-space-size=${Math.floor(memoryBound(maxMemoryBytes).bytes / MEBIBYTE)}`;
  const flags = [...permissions, heap, '--no-warnings'];
  return {
    command: [process.execPath, ...flags, WORKER, file],
    reads: [process.execPath, ...MODULES, ...reads],
    folder,
    report,
  };
}

/** The package that a script gets as `dfd`, or why there is none. It has no native code. */
export type DanfoPackage = { readonly folder: string } | { readonly missing: string };

function danfoIn(extrasFolder: string): DanfoPackage {
  try {
    return { folder: findDanfo(extrasFolder) };
  } catch (error) {
    if (error instanceof UserError) return { missing: error.message };
    throw error;
  }
}

/**
 * Writes the result of a JavaScript as the Parquet file of the request.
 * @throws UserError for another form, and for a result that is too large
 */
export async function convertJavascriptResult({ folder, output }: ScriptRequest): Promise<void> {
  const text = await readScriptFile(path.join(folder, RESULT), MAX_RESULT_BYTES);
  if (text === null) {
    throw new UserError(
      `A JavaScript returns at most ${MAX_RESULT_BYTES / MEBIBYTE} MiB, written as JSON. Return fewer rows or columns, or use Python.`,
    );
  }
  // The worker wrote it. A script that replaces it harms only its own run.
  await writeCells(JSON.parse(text) as readonly ResultColumn[], output);
}
