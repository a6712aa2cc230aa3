/** How a runner process ended without being told to. */
export interface UnexpectedExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The end of what it wrote to stderr. */
  readonly stderrTail: string;
  readonly peakBytes: number | null;
}

const STDERR_LINES = 5;
/** Stack frames and the closing version line of Node tell a person nothing. */
const STACK_LINE = /^(at |Node\.js v|\^+$)/;
const HEAP_EXHAUSTED = /heap out of memory|memory allocation of \d+ bytes failed|bad_alloc/i;

/** A sentence that says why a runner process died, for the person whose run it was. */
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
