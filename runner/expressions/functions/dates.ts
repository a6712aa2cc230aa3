import { castExpression } from '../cast.ts';
import { coerce } from '../coerce.ts';
import {
  DATE_PARTS,
  dateDifference,
  datePart,
  DURATION_UNIT_NAMES,
  DURATION_UNITS,
  type DurationUnit,
} from '../operations/date-parts.ts';
import { describeType, failAt, type Argument, type Scope } from '../scope.ts';
import { call, type TypedExpression } from '../typed-expression.ts';
import {
  argumentAt,
  requireConstantText,
  documented,
  type FunctionEntry,
} from './function-entry.ts';

/**
 * Returns the argument as a datetime. Text is parsed as ISO 8601; other text becomes null.
 * @param user function that error messages name
 * @throws ExpressionError for any other type
 */
export function requireDatetime(argument: Argument, scope: Scope, user: string): TypedExpression {
  const { node } = argument;
  const converted = coerce(node, 'datetime');
  if (converted !== null) return converted;
  if (node.type === 'string') return castExpression(node, 'datetime', { remedy: null, format: '' });
  return failAt(
    scope,
    argument.at,
    `${user} needs a datetime here, and this is ${describeType(node)}.`,
  );
}

function isUnit(name: string): name is DurationUnit {
  return Object.hasOwn(DURATION_UNITS, name);
}

const dateDiffFunction: FunctionEntry = {
  parameters: [2, 3],
  usage: "date_diff(start, end) in days, or date_diff(start, end, 'hours')",
  doc: documented(
    `The time from the start to the end, as a float. Units: ${DURATION_UNIT_NAMES.join(', ')}.`,
    ["date_diff('2024-02-28', sold_at)", 1.6041666666666667],
    ["date_diff(sold_at, '2024-02-29T15:00:00', 'minutes')", 30],
  ),
  check: (args, scope) => {
    const unit = args.length < 3 ? 'days' : requireConstantText(argumentAt(args, 2), scope).value;
    if (!isUnit(unit)) {
      const units = DURATION_UNIT_NAMES.join(', ');
      return failAt(scope, argumentAt(args, 2).at, `There is no unit ${unit}. Units: ${units}.`);
    }
    const [start, end] = [0, 1].map((index) =>
      requireDatetime(argumentAt(args, index), scope, 'date_diff'),
    );
    if (start === undefined || end === undefined) throw new TypeError('Two dates expected.');
    return call(dateDifference(unit), start, end);
  },
};

/** Date parts of `sold_at` in the example row. */
const PART_OF_EXAMPLE = { year: 2024, month: 2, day: 29, hour: 14, minute: 30, second: 0 };

export const dateFunctions: Readonly<Record<string, FunctionEntry>> = {
  ...Object.fromEntries(
    DATE_PARTS.map((part): [string, FunctionEntry] => [
      part,
      {
        parameters: [1, 1],
        usage: `${part}(datetime)`,
        doc: documented(
          `The ${part} of a datetime. Text is read as ISO 8601; other text gives null.`,
          [`${part}(sold_at)`, PART_OF_EXAMPLE[part]],
        ),
        check: (args, scope) =>
          call(datePart(part), requireDatetime(argumentAt(args, 0), scope, part)),
      },
    ]),
  ),
  date_diff: dateDiffFunction,
};
