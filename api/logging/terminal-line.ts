type Fields = Readonly<Record<string, unknown>>;

/** The events with a sentence of their own, by message. Every other event lists its fields. */
const SENTENCES: ReadonlyMap<string, (fields: Fields) => string> = new Map([
  ['ready', ({ url, startMs }) => `ready: ${text(url)} after ${seconds(startMs)}`],
  ['request', request],
  ['run started', (run) => `run started ${flow(run)} ${words(run.engine, run.trigger, run.runId)}`],
  ['run succeeded', (run) => `run succeeded ${flow(run)}${duration(run)}${rows(run)}`],
  ['run cancelled', (run) => `run cancelled ${flow(run)}${duration(run)}`],
  ['run failed', failedRun],
  ['cannot start', ({ reason }) => words('cannot start:', reason ?? 'an unexpected error')],
  ['schedule triggered', triggered],
  ['schedule advanced', advanced],
  ['schedule disabled after too many failures', disabled],
]);

/**
 * Formats an event as a line for a terminal: `12:00:00.123 info  run failed "Wet days" 0.3 s, …`. Control
 * characters in names and messages are escaped, so that they cannot forge a line.
 * @param event one JSON object, as pino writes it
 */
export function terminalLine(event: string): string {
  const { time, level, msg, err, ...fields } = JSON.parse(event) as Fields;
  const head = `${text(time).slice(11, 23)} ${text(level).padEnd(5)}`;
  const sentence = SENTENCES.get(text(msg))?.(fields) ?? listed(text(msg), fields);
  return `${head} ${escaped(sentence)}${stack(err)}\n`;
}

function request({ method, path, status, durationMs, reason }: Fields): string {
  const milliseconds = `${Math.round(Number(durationMs))} ms`;
  return `${words(method, path, status, milliseconds)}${reason === undefined ? '' : `: ${text(reason)}`}`;
}

function failedRun(run: Fields): string {
  const node = run.node === undefined ? '' : ` ${text(run.nodeType)} (${text(run.node)}):`;
  return `run failed ${flow(run)}${duration(run)},${node} ${text(run.reason)}`;
}

function triggered(slot: Fields): string {
  const what = slot.isRetry === true ? 'schedule retries' : 'schedule starts';
  return `${what} ${flow(slot)} for ${minute(slot.slot)}, run ${text(slot.runId)}`;
}

function advanced(schedule: Fields): string {
  const next =
    typeof schedule.nextRunAt === 'string' ? `, next at ${minute(schedule.nextRunAt)}` : '';
  return `schedule ended ${flow(schedule)} ${text(schedule.status)}${next}`;
}

function disabled({ consecutiveFailures: count, scheduleId, ...schedule }: Fields): string {
  const failures = `${text(count)} ${count === 1 ? 'failure' : 'failures in a row'}`;
  const remedy = `PATCH /api/schedules/${text(scheduleId)} with {"is_enabled": true}`;
  return `schedule disabled ${flow(schedule)} after ${failures}. When the cause is gone, enable it: ${remedy}`;
}

/** `2026-01-02T03:04:05.678Z` → `2026-01-02 03:04 UTC`. */
function minute(time: unknown): string {
  return `${text(time).slice(0, 16).replace('T', ' ')} UTC`;
}

function flow({ flow: name, flowId, runId }: Fields): string {
  return name === undefined ? text(flowId ?? runId) : `"${text(name)}"`;
}

function rows({ rows: count }: Fields): string {
  if (typeof count !== 'number') return '';
  return `, ${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`;
}

/** @returns an empty text for an unknown duration */
function duration({ durationMs }: Fields): string {
  return durationMs === undefined ? '' : ` ${seconds(durationMs)}`;
}

function seconds(milliseconds: unknown): string {
  return `${(Number(milliseconds) / 1000).toFixed(1)} s`;
}

function words(...values: readonly unknown[]): string {
  return values
    .filter((value) => value !== undefined)
    .map(text)
    .join(' ');
}

function listed(message: string, fields: Fields): string {
  return [message, ...Object.entries(fields).map(([name, value]) => `${name}=${text(value)}`)].join(
    ' ',
  );
}

function stack(error: unknown): string {
  const isError = typeof error === 'object' && error !== null && 'stack' in error;
  if (!isError || typeof error.stack !== 'string') return '';
  return ['', ...error.stack.split('\n').map(escaped)].join('\n');
}

function text(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function escaped(line: string): string {
  return line.replaceAll(/[\p{Cc}\u2028\u2029]/gu, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${code}`;
  });
}
