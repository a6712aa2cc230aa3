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

/** All functions of the language by name, in documentation order. */
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

/** Names from other languages, with what to use instead. */
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

const FUNCTION_NAMES: readonly string[] = Object.keys(FUNCTIONS);

/**
 * Checks a function call.
 * @throws ExpressionError for an unknown function or invalid arguments
 */
export function callFunction(
  syntax: Extract<Syntax, { readonly kind: 'call' }>,
  args: readonly Argument[],
  scope: Scope,
): TypedExpression {
  const entry = Object.hasOwn(FUNCTIONS, syntax.name) ? FUNCTIONS[syntax.name] : undefined;
  if (entry === undefined) return failAt(scope, syntax.at, unknownFunction(syntax.name));
  const [min, max] = entry.parameters;
  if (args.length < min || args.length > max) {
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
