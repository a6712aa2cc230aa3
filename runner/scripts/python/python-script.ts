import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../domain/errors.ts';
import { COLUMN_TYPE_TABLE } from '../../domain/types/column-types.ts';
import type { ScriptProgram } from '../run-script.ts';
import type { ScriptRequest } from '../script-request.ts';
import type { ScriptSettings } from '../script-settings.ts';
import { findPython } from './find-python.ts';

/** The program that executes a script. */
export const WORKER = path.join(import.meta.dirname, 'worker.py');

/**
 * Returns the program that executes a Python script on a frame of the engine's own library. Files go between
 * the processes as Parquet: the engines spool frames as Parquet, and pandas and polars both read it exactly.
 * @throws UserError without Python, with the command that helps
 */
export async function pythonProgram(
  request: ScriptRequest,
  settings: ScriptSettings,
): Promise<ScriptProgram> {
  const { engine, script, folder, input, output, columns } = request;
  const found = await findPython(settings, engine);
  if ('missing' in found) throw new UserError(found.missing);
  const report = path.join(folder, 'report.json');
  const file = path.join(folder, 'request.json');
  const dtypes = columns.map(({ name, type }) => [name, COLUMN_TYPE_TABLE[type].pandasPython]);
  await writeFile(file, JSON.stringify({ engine, script, input, output, report, dtypes }));
  return {
    command: [found.executable, '-I', WORKER, file],
    reads: [WORKER, ...found.folders],
    folder,
    report,
  };
}
