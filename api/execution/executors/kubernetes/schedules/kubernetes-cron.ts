import { plainCron } from '../../../../domain/schedules/cron-fields.ts';

/** The lowest and highest value of each field, from the minute to the weekday; both 0 and 7 are Sunday. */
const BOUNDS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;
const WEEKDAY = 4;

/**
 * Converts a cron expression for a CronJob, where weekdays end at 6 and a star within a list makes the
 * whole list a star. It matches the same local times, except when clocks change.
 * @throws UserError when the expression is invalid
 */
export function kubernetesCron(expression: string): string {
  return plainCron(expression).split(' ').map(fieldOf).join(' ');
}

function fieldOf(text: string, position: number): string {
  if (text.startsWith('*') && !text.includes(',')) return text;
  const values = new Set(text.split(',').flatMap((part) => valuesOf(part, position)));
  const sorted = [...values].sort((a, b) => a - b);
  const [first = 0, last = first] = [sorted[0], sorted.at(-1)];
  const isRange = sorted.length > 2 && last - first === sorted.length - 1;
  return isRange ? `${first}-${last}` : sorted.join(',');
}

function valuesOf(part: string, position: number): number[] {
  const [low, high] = BOUNDS[position] ?? BOUNDS[WEEKDAY];
  const [range = '', step = '1'] = part.split('/');
  const [from = low, to = range === '*' ? high : from] =
    range === '*' ? [] : range.split('-').map(Number);
  const values: number[] = [];
  for (let value = from; value <= to; value += Number(step)) values.push(value);
  return position === WEEKDAY ? values.map((value) => value % 7) : values;
}
