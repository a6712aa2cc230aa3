import { z } from 'zod';
import type { ConnectionFields } from '../../../domain/connection.ts';
import { UserError } from '../../../domain/errors.ts';
import { optionsOf } from '../../provider.ts';

/** Where an account is, in the words of the driver. */
export interface AccountAddress {
  readonly account: string;
  /** Absent: the driver derives it from the account. */
  readonly accessUrl?: string;
}

const DEFAULTS = ['schema', 'warehouse', 'role'] as const;

/** What a session begins with. Absent: the default of the user. */
export type SessionDefaults = Readonly<Partial<Record<(typeof DEFAULTS)[number], string>>>;

const NAME = /^\w+([.-]\w+)*$/;
const HOST_OF_ACCOUNT = /\.snowflakecomputing\.(com|cn|mil)$/i;

/** The address that `host` means: the identifier of an account, or the host name of its URL. @throws UserError */
export function accountAddress({
  host,
  port,
}: Pick<ConnectionFields, 'host' | 'port'>): AccountAddress {
  const name = host ?? '';
  if (!NAME.test(name)) {
    throw new UserError(
      'The field "host" must be the identifier of the account, such as ORGANIZATION-ACCOUNT, or the host name of its URL.',
    );
  }
  if (port === null && !HOST_OF_ACCOUNT.test(name)) return { account: name };
  const [account = ''] = name.split('.');
  return { account, accessUrl: `https://${name}${port === null ? '' : `:${port}`}` };
}

/** The name of the server of an account, to which the driver connects. @throws UserError */
export function accountHost(fields: Pick<ConnectionFields, 'host' | 'port'>): string {
  const { account, accessUrl } = accountAddress(fields);
  if (accessUrl !== undefined) return new URL(accessUrl).hostname;
  const isChina = /[.-]cn-[^.]*$/i.test(account);
  return `${account.replaceAll('_', '-')}.snowflakecomputing.${isChina ? 'cn' : 'com'}`;
}

const text = z.string().max(255);

/** The options of a connection. @throws UserError */
export function sessionDefaults(fields: ConnectionFields): SessionDefaults {
  const options = optionsOf(fields);
  const given = DEFAULTS.flatMap((name) => {
    const value = options[name] ?? '';
    if (!text.safeParse(value).success) {
      throw new UserError(`options.${name} must be a text of at most 255 characters.`);
    }
    return value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}

/** The schema of tables that are named without one; null: the default of the user. */
export function defaultSchema(fields: ConnectionFields): string | null {
  const { schema } = optionsOf(fields);
  return typeof schema === 'string' && schema !== '' ? schema : null;
}

/** Checks what is saved. @throws UserError */
export function checkAccount(fields: ConnectionFields): void {
  accountAddress(fields);
  sessionDefaults(fields);
}
