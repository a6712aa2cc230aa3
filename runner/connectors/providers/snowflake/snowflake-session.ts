import { z } from 'zod';
import type { ConnectionFields } from '../../../domain/connection.ts';
import { UserError } from '../../../domain/errors.ts';
import { sessionDefaults } from './snowflake-account.ts';

/** What the session has, as the driver says it; null: nothing. */
const state = z.object({
  getCurrentDatabase: z.function({ output: z.string().nullish() }),
  getCurrentSchema: z.function({ output: z.string().nullish() }),
  getCurrentWarehouse: z.function({ output: z.string().nullish() }),
});

/**
 * Checks that a session has what its connection names: the server begins it also without.
 * @throws UserError with what is missing
 */
export function checkSession(found: object | undefined, fields: ConnectionFields): void {
  const session = state.safeParse(found).data;
  if (session === undefined) return;
  const { schema, warehouse } = sessionDefaults(fields);
  const named = [
    ['database', fields.database, session.getCurrentDatabase()],
    ['schema', schema, session.getCurrentSchema()],
    ['warehouse', warehouse, session.getCurrentWarehouse()],
  ] as const;
  for (const [what, name, current] of named) {
    if (name === undefined || name === null || current !== null) continue;
    throw new UserError(`there is no ${what} "${name}", or the role may not use it`);
  }
}
