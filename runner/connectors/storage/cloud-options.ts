import type { ConnectionFields } from '../../domain/connection.ts';
import { UserError } from '../../domain/errors.ts';
import { optionsOf } from '../provider.ts';

/** An option that is text. @throws UserError for another value */
export function textOption(fields: ConnectionFields, key: string): string | null {
  const value = optionsOf(fields)[key] ?? null;
  if (value === null || value === '') return null;
  if (typeof value === 'string') return value;
  throw new UserError(`options.${key} must be text.`);
}

/** An option that is true or false. @throws UserError for another value */
export function booleanOption(fields: ConnectionFields, key: string): boolean | null {
  const value = optionsOf(fields)[key] ?? null;
  if (value === null || typeof value === 'boolean') return value;
  throw new UserError(`options.${key} must be true or false.`);
}
