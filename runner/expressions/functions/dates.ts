import { castNode } from '../cast.ts';
import { coerce } from '../coerce.ts';
import {
  DATE_PARTS,
  dateDifference,
  datePart,
  UNITS,
  type Unit,
} from '../operations/date-parts.ts';
import { describe, failAt, type Argument, type Scope } from '../scope.ts';
import { call, type Typed } from '../typed.ts';
import { argumentAt, constantText, documented, type FunctionEntry } from './entry.ts';

/** The argument as a datetime; a text that says none is null. */
export function dateOf(argument: Argument, scope: Scope, user: string): Typed {
  const { node } = argument;
  const converted = coerce(node, 'datetime');
  if (converted !== null) return converted;
  if (node.type === 'string') return castNode(node, 'datetime', { lenient: true, format: '' });
  return failAt(
    scope,
    argument.at,
    `${user} needs a datetime here, and this is ${describe(node)}.`,
  );
}

function isUnit(name: string): name is Unit {
  return Object.hasOwn(UNITS, name);
}

const difference: FunctionEntry = {
  parameters: [2, 3],
  usage: "date_diff(start, end) in days, or date_diff(start, end, 'hours')",
  doc: documented(
    `The time from the start to the end, as a float. Units: ${Object.keys(UNITS).join(', ')}.`,
    ["date_diff('2024-02-28', sold_at)", 1.6041666666666667],
    ["date_diff(sold_at, '2024-02-29T15:00:00', 'minutes')", 30],
  ),
  check: (args, scope) => {
    const unit = args.length < 3 ? 'days' : constantText(argumentAt(args, 2), scope).value;
    if (!isUnit(unit)) {
      const units = Object.keys(UNITS).join(', ');
      return failAt(scope, argumentAt(args, 2).at, `There is no unit ${unit}. Units: ${units}.`);
    }
    const [start, end] = [0, 1].map((index) => dateOf(argumentAt(args, index), scope, 'date_diff'));
    if (start === undefined || end === undefined) throw new TypeError('Two dates expected.');
    return call(dateDifference(unit), start, end);
  },
};

/** Parts of `sold_at` of the example row. */
const PART_OF_EXAMPLE = { year: 2024, month: 2, day: 29, hour: 14, minute: 30, second: 0 };

export const dateFunctions: Readonly<Record<string, FunctionEntry>> = {
  ...Object.fromEntries(
    DATE_PARTS.map((part): [string, FunctionEntry] => [
      part,
      {
        parameters: [1, 1],
        usage: `${part}(datetime)`,
        doc: documented(
          `The ${part} of a datetime. A text is read as ISO 8601; null if it is none.`,
          [`${part}(sold_at)`, PART_OF_EXAMPLE[part]],
        ),
        check: (args, scope) => call(datePart(part), dateOf(argumentAt(args, 0), scope, part)),
      },
    ]),
  ),
  date_diff: difference,
};
