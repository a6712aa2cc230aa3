import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { PRESENT_ROOT } from '../service.ts';

/** Its lines, oldest first. */
export const SPEED_HISTORY = path.join(PRESENT_ROOT, 'docs', 'speed-history.json');

const spread = z
  .strictObject({ median: z.number(), min: z.number(), max: z.number() })
  .refine(({ median, min, max }) => min <= median && median <= max, 'min ≤ median ≤ max');

const figure = z.strictObject({
  /** The benchmark and its case, as `--against` prints them. */
  benchmark: z.string(),
  case: z.string(),
  /** Milliseconds of processor time, as `measureWork` counts them. */
  processorMs: spread,
  /** Milliseconds until the answer. Other load shows here most. */
  wallMs: spread,
  /** The processor time over that of the yardstick, pair by pair: the figure that compares machines. */
  ratio: spread,
  /** How many times it was measured. */
  pairs: z.int().min(1),
});

const line = z.strictObject({
  /** The commit that was measured, without changes. */
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  /** When it was measured, UTC. */
  date: z.iso.datetime(),
  /** The machine, without its name. */
  machine: z.strictObject({
    cores: z.int().min(1),
    memoryGb: z.int().min(1),
    node: z.string().regex(/^\d+\.\d+\.\d+$/),
  }),
  /** The load average of the last minute before and after the measurement. */
  load: z.strictObject({ before: z.number().min(0), after: z.number().min(0) }),
  figures: z.array(figure).min(1),
});

/** A line of docs/speed-history.json: what `npm run bench -- --record` measured at a commit. */
export type SpeedLine = z.infer<typeof line>;

/** @throws Error when the text is no history, with the place that is wrong */
export function parseSpeedHistory(text: string): readonly SpeedLine[] {
  return z.array(line).parse(JSON.parse(text));
}

/** Returns the text of a history with a line more. Each line of the history is one of the file. */
export function withLine(text: string, added: SpeedLine): string {
  const lines = [...parseSpeedHistory(text), line.parse(added)];
  return `[\n${lines.map((each) => JSON.stringify(each)).join(',\n')}\n]\n`;
}

/** Appends a line to docs/speed-history.json. */
export function appendSpeedLine(added: SpeedLine, file = SPEED_HISTORY): void {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '[]';
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, withLine(before, added));
  renameSync(draft, file);
}
