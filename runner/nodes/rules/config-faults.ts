import { ConfigError, UserError, type ConfigFault } from '../../domain/errors.ts';
import type { ColumnSchema } from '../../domain/column.ts';
import { findColumn } from '../../domain/nearest-name.ts';

/** A field of the config, and what refuses its value. */
export type FieldCheck = readonly [field: string, check: () => unknown];

/** More faults of one node help nobody. */
const MAX_FAULTS = 50;

/** Does something with a field's value, so that a refusal names the field. @throws ConfigError */
export function inField<T>(field: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new ConfigError(faultsOf(error, field));
  }
}

/** Runs every check, and refuses with the faults of all. @throws ConfigError */
export function checkFields(checks: readonly FieldCheck[]): void {
  const faults: ConfigFault[] = [];
  for (const [field, check] of checks) {
    if (faults.length >= MAX_FAULTS) break;
    try {
      check();
    } catch (error) {
      faults.push(...faultsOf(error, field));
    }
  }
  if (faults.length > 0) throw new ConfigError(faults);
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
function faultsOf(error: unknown, field: string): readonly ConfigFault[] {
  if (error instanceof ConfigError) return error.faults;
  if (error instanceof UserError) return [{ field, message: error.message }];
  throw error;
}
