import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { terminalLine } from './terminal-line.ts';

/** Where secrets could sit in what is logged. */
const REDACTED = ['token', 'secret', 'password', 'authorization', 'databaseUrl'].flatMap((name) => [
  name,
  `*.${name}`,
]);

/** Whether the log is for a person who reads along: plain lines, and requests at `debug` only. */
export function isTextLog({ logFormat }: Pick<Config, 'logFormat'>): boolean {
  return logFormat === 'text' || (logFormat === 'auto' && process.stdout.isTTY);
}

/** What standard output does not take at the moment; more is dropped. */
const UNWRITTEN_BYTES = 1024 * 1024;

/**
 * Standard output of a service, which goes on whatever becomes of it: its reader may leave, a terminal
 * may vanish, a disk may be full. A reader that is slow is waited for.
 */
export function standardOutput(): DestinationStream {
  const out = pino.destination({ fd: 1, sync: true, maxLength: UNWRITTEN_BYTES });
  // There is no other place to report it; the next write tries again.
  out.on('error', () => undefined);
  return out;
}

/**
 * The service's log: one JSON object a line, or one plain line where a person reads along.
 * @param destination for tests; by default standard output
 */
export function createLogger(
  config: Pick<Config, 'logFormat' | 'logLevel'>,
  destination?: DestinationStream,
): Logger {
  const out = destination ?? standardOutput();
  const options = {
    level: config.logLevel,
    base: null,
    redact: { paths: REDACTED, censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return pino(
    options,
    isTextLog(config)
      ? {
          write: (line: string) => {
            out.write(terminalLine(line));
          },
        }
      : out,
  );
}
