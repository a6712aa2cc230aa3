import { nearestName } from '../../domain/nearest-name.ts';
import { failAt, type Argument, type Scope } from '../scope.ts';
import type { Syntax } from '../syntax.ts';
import type { TypedExpression } from '../typed-expression.ts';
import { calendarFunctions } from './calendar.ts';
import { coalesceFunction, ifFunction, greatest, least, nullIfFunction } from './conditionals.ts';
import { dateFunctions } from './dates.ts';
import { documented, type FunctionEntry } from './function-entry.ts';
import { numberFunctions } from './numbers.ts';
import { runTimeFunctions } from './run-time.ts';
import { textFunctions } from './texts.ts';

/** Every function of the language by name, in the order of the documentation. */
export const FUNCTIONS: Readonly<Record<string, FunctionEntry>> = {
  ...numberFunctions,
  ...textFunctions,
  ...dateFunctions,
  ...runTimeFunctions,
  ...calendarFunctions,
  if: ifFunction,
  coalesce: coalesceFunction,
  ifnull: {
    ...coalesceFunction,
    parameters: [2, 2],
    usage: 'ifnull(a, b)',
    doc: documented('The first value, or the second where the first is null.', [
      'ifnull(refund, 0)',
      0,
    ]),
  },
  nullif: nullIfFunction,
  greatest,
  least,
};

/** Names that people try, with what to use. */
const HINTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['sum', 'avg', 'mean', 'count', 'min', 'max', 'median', 'std', 'stddev', 'first', 'last'].map(
      (name) => [name, 'Aggregates are the work of a Group By node.'],
    ),
  ),
  ...Object.fromEntries(
    ['shift', 'lag', 'lead', 'rank', 'row_number', 'cumsum'].map((name) => [
      name,
      'Values of other rows are the work of a window node.',
    ]),
  ),
  len: 'Use length.',
  str: 'Use cast(x as string).',
  int: 'Use cast(x as integer).',
};

/** Names of all functions, for documentation. */
const FUNCTION_NAMES: readonly string[] = Object.keys(FUNCTIONS);

/** A call of a function by name. @throws ExpressionError */
export function callFunction(
  syntax: Extract<Syntax, { readonly kind: 'call' }>,
  args: readonly Argument[],
  scope: Scope,
): TypedExpression {
  const entry = Object.hasOwn(FUNCTIONS, syntax.name) ? FUNCTIONS[syntax.name] : undefined;
  if (entry === undefined) return failAt(scope, syntax.at, unknownFunction(syntax.name));
  const [fewest, most] = entry.parameters;
  if (args.length < fewest || args.length > most) {
    failAt(scope, syntax.at, `${syntax.name} is written ${entry.usage}.`);
  }
  return entry.check(args, scope, syntax);
}

function unknownFunction(name: string): string {
  const hint = Object.hasOwn(HINTS, name) ? HINTS[name] : undefined;
  const nearest = nearestName(name, FUNCTION_NAMES);
  const suggestion =
    nearest === undefined ? `Functions: ${FUNCTION_NAMES.join(', ')}.` : `Did you mean ${nearest}?`;
  return `There is no function ${name}. ${hint ?? suggestion} All of them: /docs/expressions.`;
}
