import { ConfigError, UserError, type ConfigIssue } from '../../domain/errors.ts';
import type { ColumnSchema } from '../../domain/column.ts';
import { findColumn } from '../../domain/nearest-name.ts';

/** A field of the config, and what refuses its value. */
export type FieldCheck = readonly [field: string, check: () => unknown];

/** More issues of one node help nobody. */
const MAX_ISSUES = 50;

/** Does something with a field's value, so that a refusal names the field. @throws ConfigError */
export function inField<T>(field: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new ConfigError(issuesOf(error, field));
  }
}

/** Runs every check, and refuses with the issues of all. @throws ConfigError */
export function checkFields(checks: readonly FieldCheck[]): void {
  const issues: ConfigIssue[] = [];
  for (const [field, check] of checks) {
    if (issues.length >= MAX_ISSUES) break;
    try {
      check();
    } catch (error) {
      issues.push(...issuesOf(error, field));
    }
  }
  if (issues.length > 0) throw new ConfigError(issues);
}

/** Checks that the columns that a field names are there. */
export function columnChecks(
  field: string,
  names: readonly string[],
  columns: readonly ColumnSchema[],
): FieldCheck[] {
  return names.map((name) => [field, () => findColumn(columns, name)]);
}

/** Throws on what is no mistake of the user. */
function issuesOf(error: unknown, field: string): readonly ConfigIssue[] {
  if (error instanceof ConfigError) return error.issues;
  if (error instanceof UserError) return [{ field, message: error.message }];
  throw error;
}
