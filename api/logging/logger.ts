import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { terminalLine } from './terminal-line.ts';

/** The paths of log fields that can contain secrets. */
const REDACTED = ['token', 'secret', 'password', 'authorization', 'databaseUrl'].flatMap((name) => [
  name,
  `*.${name}`,
]);

/** Whether the log is text for a terminal, with successful requests at `debug` only. */
export function isTextLog({ logFormat }: Pick<Config, 'logFormat'>): boolean {
  return logFormat === 'text' || (logFormat === 'auto' && process.stdout.isTTY);
}

/** The buffer for lines that standard output does not accept yet. Lines beyond it are dropped. */
const MAX_BUFFER_BYTES = 1024 * 1024;

/**
 * The standard output of a service. Write errors (a closed pipe or terminal, a full disk) do not stop the
 * service. A slow reader blocks it.
 */
export function standardOutput(): DestinationStream {
  const out = pino.destination({ fd: 1, sync: true, maxLength: MAX_BUFFER_BYTES });
  // There is no other place to report the error; the next write retries.
  out.on('error', () => undefined);
  return out;
}

/**
 * Creates the logger of the service. It writes one JSON object or one line of text per event.
 * @param destination for tests. Default: standard output
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
