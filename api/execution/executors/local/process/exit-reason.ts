/** How a runner process exited without a request to stop. */
export interface UnexpectedExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The last characters of its stderr. */
  readonly stderrTail: string;
  readonly peakBytes: number | null;
}

const STDERR_LINES = 5;
/** Stack frames and the closing version line of Node, which mean nothing to a user. */
const STACK_LINE = /^(at |Node\.js v|\^+$)/;
const HEAP_EXHAUSTED = /heap out of memory|memory allocation of \d+ bytes failed|bad_alloc/i;

/** Returns a sentence that explains to a user why the runner process of a run died. */
export function describeExit(exit: UnexpectedExit): string {
  const peak =
    exit.peakBytes === null ? '' : ` (peak ${Math.round(exit.peakBytes / 1024 ** 2)} MB)`;
  if (HEAP_EXHAUSTED.test(exit.stderrTail)) return `The runner process ran out of memory${peak}.`;
  if (exit.signal === 'SIGKILL') {
    return `The runner process was killed, most likely because the machine ran out of memory${peak}.`;
  }
  const how =
    exit.signal === null ? `exit code ${exit.code ?? 'unknown'}` : `signal ${exit.signal}`;
  const said = lastLines(exit.stderrTail);
  return `The runner process ended unexpectedly with ${how}${said === '' ? '.' : `: ${said}`}`;
}

function lastLines(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '' && !STACK_LINE.test(line))
    .slice(-STDERR_LINES)
    .join(' | ');
}
