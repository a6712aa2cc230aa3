import type { ColumnType } from '../../domain/column.ts';
import type { ConnectionFields } from '../../domain/connection.ts';

/** How scripts use the databases of a provider. */
export interface ScriptDatabase {
  /** The driver of SQLAlchemy, as the scheme of an address. */
  readonly scheme: string;
  /** The package of the driver; null: Python has it. */
  readonly driver: string | null;
  /** The classes of SQLAlchemy of new columns; null: scripts do not write to it. */
  readonly types: Readonly<Record<ColumnType, string>> | null;
  /** The quotes around names. */
  readonly quote: '"' | '`';
  /** The end of an address; its password is a word that the user replaces. */
  readonly addressOf: (fields: ConnectionFields) => string;
}

const TYPES = { boolean: 'BOOLEAN', datetime: 'TIMESTAMP', string: 'TEXT', null: 'TEXT' } as const;

/** The providers whose databases scripts can use. Licences of the drivers: BSD, MIT. */
const DATABASES: Readonly<Partial<Record<string, ScriptDatabase>>> = {
  postgresql: {
    scheme: 'postgresql+pg8000',
    driver: 'pg8000',
    types: { ...TYPES, integer: 'BIGINT', float: 'DOUBLE_PRECISION' },
    quote: '"',
    addressOf: serverAddress,
  },
  sqlite: {
    scheme: 'sqlite',
    driver: null,
    types: { ...TYPES, integer: 'INTEGER', float: 'REAL' },
    quote: '"',
    addressOf: ({ database }) => `/${database ?? ''}`,
  },
  mysql: {
    scheme: 'mysql+pymysql',
    driver: 'pymysql',
    // Its DDL commits: a script that fails could leave half of a table.
    types: null,
    quote: '`',
    addressOf: serverAddress,
  },
};

/** How scripts use a provider; undefined: they do not. */
export function scriptDatabaseOf(provider: string): ScriptDatabase | undefined {
  return Object.hasOwn(DATABASES, provider) ? DATABASES[provider] : undefined;
}

function serverAddress({ host, port, database, username, secret }: ConnectionFields): string {
  const user = username === null ? '' : encodeURIComponent(username);
  const login = secret === null ? user : `${user}:PASSWORD`;
  const server = `${host ?? 'localhost'}${port === null ? '' : `:${port}`}`;
  return `${login === '' ? '' : `${login}@`}${server}/${encodeURIComponent(database ?? '')}`;
}
