import { UserError } from '../../domain/errors.ts';

/** A read of an object met none. */
export function noSuchObject(path: string): UserError {
  return new UserError(`there is no object ${JSON.stringify(path)}`);
}
