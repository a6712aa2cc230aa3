import { randomUUID } from 'node:crypto';
import { constants, copyFile, mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ColumnSchema } from '../domain/column.ts';
import type { EngineAdapter, TransformStep } from '../engine-adapters/engine-adapter.ts';
import type { Opaque } from '../plan/operators/opaque.ts';
import type { Input, Relation } from '../plan/relation.ts';
import { declaredResult } from './declared-result.ts';
import { convertJavascriptResult, javascriptProgram } from './javascript/javascript-script.ts';
import { pythonProgram } from './python/python-script.ts';
import { readScriptResult } from './read-script-result.ts';
import { runScript } from './run-script.ts';
import type { ScriptSettings } from './script-settings.ts';

/** What the evaluation of a script needs besides the plan. */
export interface ScriptContext {
  readonly settings: ScriptSettings;
  /** Receives what a script prints as it arrives, and then the traceback of a failed one. */
  readonly onOutput: (text: string) => void;
}

/** The evaluated result of a script. */
interface ScriptFrame<F> {
  readonly frame: F;
  readonly relation: Relation;
}

/**
 * Evaluates a script in a child process. The frame of its input goes there as a file, and its result comes
 * back as one, with columns of any types that are converted like those of uploaded Parquet files.
 * @param declared the columns that the result must have; null: any
 * @throws UserError, UpstreamFailure
 */
export async function evaluateScript<F>(
  engine: EngineAdapter<F>,
  { script, declared }: ScriptOutput,
  step: Omit<TransformStep<F>, 'relation'>,
  { settings, onOutput }: ScriptContext,
): Promise<ScriptFrame<F>> {
  const folder = path.join(step.scratch, `script-${randomUUID()}`);
  await mkdir(folder);
  try {
    const input = path.join(folder, 'input.parquet');
    const output = path.join(folder, 'output.parquet');
    const source = inputOf(script);
    const { rows } = await engine.write(step.input(source), 'columnar', input);
    await makeOwnFile(input);
    const { columns } = source;
    const table = { input, columns, rows };
    const request = { ...script, ...table, engine: engine.name, folder, output, declared };
    if (script.runtime === 'python') {
      await runScript(await pythonProgram(request, settings), settings, onOutput);
    } else {
      await runScript(await javascriptProgram(request, settings), settings, onOutput);
      await convertJavascriptResult(request);
    }
    const file = await readScriptResult(output, path.join(step.scratch, `${randomUUID()}.parquet`));
    const relation: Opaque = { ...script, op: 'opaque', columns: declared ?? file.columns };
    const frame = await engine.readFile(file);
    if (declared === null) return { frame, relation };
    return {
      frame: declaredResult(engine, { frame, columns: file.columns }, relation, step),
      relation,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Replaces a hard link by a copy: a script may write to its input, which other nodes still read. */
async function makeOwnFile(file: string): Promise<void> {
  const { nlink } = await stat(file);
  if (nlink === 1) return;
  const copy = `${file}.copy`;
  await copyFile(file, copy, constants.COPYFILE_FICLONE);
  await rename(copy, file);
}

/** A script and the columns that the node declares for it. */
export interface ScriptOutput {
  readonly script: Pick<Opaque, 'inputs' | 'runtime' | 'script' | 'argument' | 'deterministic'>;
  readonly declared: readonly ColumnSchema[] | null;
}

/** A script worker has one input, which is an input of the node. */
function inputOf({ inputs }: ScriptOutput['script']): Input {
  const [input, ...others] = inputs;
  if (input?.op !== 'input' || others.length > 0) {
    throw new Error('A script reads one input of its node, unchanged.');
  }
  return input;
}
