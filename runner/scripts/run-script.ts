import { UserError } from '../domain/errors.ts';
import { truncateText } from '../domain/truncate-text.ts';
import { runBounded, type BoundedExit } from './bounded-process.ts';
import { permittedIsolation } from './isolation.ts';
import { crashHint, memoryBound, memoryReason, type MemoryBound } from './memory-bound.ts';
import { readScriptFile } from './read-script-file.ts';
import { scriptEnvironment } from './script-environment.ts';
import type { ScriptSettings } from './script-settings.ts';

/** A program that executes a script and writes its report. */
export interface ScriptProgram {
  /** The program and its arguments, without isolation. */
  readonly command: readonly string[];
  /** Files and folders that the program reads, besides those of the system and of its folder. */
  readonly reads: readonly string[];
  /** The working folder, with all files of the script. */
  readonly folder: string;
  /** The file in which the program reports the outcome. */
  readonly report: string;
}

interface Report {
  readonly error: null | {
    readonly message: string;
    /** The line of the script, from 1 on. */
    readonly line: number | null;
    readonly traceback: string;
  };
}

/** A script may write files of this size; its result is one of them. */
const MAX_FILE_BYTES = 8 * 2 ** 30;
const MEBIBYTE = 2 ** 20;
/** The programs write shorter reports, but a script may replace its report. */
const MAX_REPORT_BYTES = MEBIBYTE;
/** Messages are stored with the run and with its node. */
const MAX_MESSAGE_CHARS = 2000;

/**
 * Runs the program of a script within its bounds and with the strictest isolation that the system permits.
 * @param onOutput receives what it prints as it arrives, and then the traceback of a failed one
 * @throws UserError when it fails
 */
export async function runScript(
  program: ScriptProgram,
  settings: ScriptSettings,
  onOutput: (text: string) => void,
): Promise<void> {
  const { folder, report, reads } = program;
  const isolation = await permittedIsolation();
  const memory = memoryBound(settings.maxMemoryBytes);
  const exit = await runBounded({
    command: [...isolation.command({ reads, writes: [folder] }), ...program.command],
    folder,
    env: scriptEnvironment(folder, process.env),
    maxSeconds: settings.maxSeconds,
    maxMemoryBytes: memory.bytes,
    maxFileBytes: MAX_FILE_BYTES,
    onOutput,
  });
  const reported = exit.exceeded === null ? await readReport(report) : null;
  if (reported === null) throw new UserError(exitReason(exit, settings, memory));
  const { error } = reported;
  if (error === null) return;
  const at = error.line === null ? '' : ` (line ${error.line} of the script)`;
  const message = error.message.startsWith('MemoryError')
    ? memoryReason(memory)
    : shortened(error.message);
  onOutput(lineAfter(exit.output, error.traceback));
  throw new UserError(message + at);
}

function shortened(message: string): string {
  const short = truncateText(message, MAX_MESSAGE_CHARS);
  return short === message ? message : `${short} (the rest of the message was discarded)`;
}

/** Returns null without a valid report: the script ended its own process. */
async function readReport(file: string): Promise<Report | null> {
  try {
    const text = (await readScriptFile(file, MAX_REPORT_BYTES)) ?? 'null';
    const report = JSON.parse(text) as Partial<Report> | null;
    return report?.error === undefined ? null : { error: report.error };
  } catch {
    return null;
  }
}

function exitReason(
  { exceeded, code, signal, output }: BoundedExit,
  settings: ScriptSettings,
  memory: MemoryBound,
): string {
  if (exceeded === 'time') {
    return `The script ran for more than ${settings.maxSeconds} s and was stopped. Make it faster, or raise SERVICE_SCRIPT_MAX_SECONDS.`;
  }
  if (exceeded === 'memory' || /memory allocation of \d+ bytes failed/.test(output)) {
    return memoryReason(memory);
  }
  // The kernel chose the process when the container had no memory left.
  if (signal === 'SIGKILL' && memory.containerBytes !== null) return memoryReason(memory);
  const how = signal === null ? `with the code ${code ?? 'unknown'}` : `by ${signal}`;
  const reason = `The script ended its process ${how} and returned nothing.`;
  return signal !== null && CRASHES.has(signal) ? `${reason} ${crashHint(memory)}` : reason;
}

/** Signals by which the system ends a process for what it did. */
const CRASHES: ReadonlySet<NodeJS.Signals> = new Set([
  'SIGSEGV',
  'SIGBUS',
  'SIGILL',
  'SIGABRT',
  'SIGTRAP',
  'SIGFPE',
]);

/** A text that begins a line after the output. */
function lineAfter(output: string, text: string): string {
  return output === '' || output.endsWith('\n') ? text : `\n${text}`;
}
