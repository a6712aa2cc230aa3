import { Option } from 'commander';
import type { JsonObject } from '../runner/domain/json.ts';
import { UsageError } from './paths.ts';

/** `--param NAME=VALUE`, repeatable. */
export function parameterOption(description: string): Option {
  return new Option('--param <name=value>', `${description} (repeatable)`)
    .argParser(collectPairs)
    .default([], 'none');
}

/** Collects a repeatable `name=value` option. */
export function collectPairs(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value];
}

/**
 * Splits `name=value` pairs at their first `=`.
 * @throws UsageError for a pair without a name or without `=`
 */
export function splitPairs(pairs: readonly string[]): readonly (readonly [string, string])[] {
  return pairs.map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) throw new UsageError(`"${pair}" is not of the form name=value.`);
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
}

/** Returns parameter values as text, which the declared types convert. */
export function parameterValues(pairs: readonly string[]): JsonObject {
  return Object.fromEntries(splitPairs(pairs));
}
