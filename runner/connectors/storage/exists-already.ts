import { UserError } from '../../domain/errors.ts';

/** A write that must not replace an object found one. */
export function existsAlready(path: string): UserError {
  return new UserError(
    `there is an object ${JSON.stringify(path)} already. Choose another path, or let if_exists be overwrite`,
  );
}
