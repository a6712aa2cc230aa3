import { pino, type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.ts';

/** Where secrets could sit in what is logged. */
const REDACTED = ['token', 'secret', 'password', 'authorization', 'databaseUrl'].flatMap((name) => [
  name,
  `*.${name}`,
]);

/**
 * The service's log: one JSON object a line, or one plain line where a person reads along.
 * @param destination for tests; by default standard output
 */
export function createLogger(
  config: Pick<Config, 'logFormat' | 'logLevel'>,
  destination?: DestinationStream,
): Logger {
  const out = destination ?? pino.destination({ fd: 1, sync: true });
  const isText =
    config.logFormat === 'text' || (config.logFormat === 'auto' && process.stdout.isTTY);
  const options = {
    level: config.logLevel,
    base: null,
    redact: { paths: REDACTED, censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return pino(
    options,
    isText
      ? {
          write: (line: string) => {
            out.write(plainLine(line));
          },
        }
      : out,
  );
}

interface Event {
  readonly time?: string;
  readonly level?: string;
  readonly msg?: string;
  readonly err?: { readonly stack?: string };
}

function plainLine(line: string): string {
  const { time = '', level = '', msg = '', err, ...fields } = JSON.parse(line) as Event;
  const details = Object.entries(fields).map(([name, value]) => `${name}=${inline(value)}`);
  const stack = err?.stack === undefined ? '' : `\n${err.stack}`;
  return `${time.slice(11, 23)} ${level.padEnd(5)} ${[msg, ...details].join(' ')}${stack}\n`;
}

function inline(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
