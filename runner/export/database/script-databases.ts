import type { ColumnType } from '../../domain/column.ts';
import type { Connection, ConnectionFields } from '../../domain/connection.ts';

/** How scripts use the databases of a provider. */
export type ScriptDatabase = SqlalchemyDatabase | DuckdbDatabase;

interface AnyDatabase {
  /** The quotes around names. */
  readonly quote: '"' | '`';
  /** What the environment variable of a connection has; a password is a word that the user replaces. */
  readonly addressOf: (fields: ConnectionFields) => string;
}

interface SqlalchemyDatabase extends AnyDatabase {
  readonly library: 'sqlalchemy';
  /** The package of the driver; null: Python has it. */
  readonly driver: string | null;
  /** The classes of SQLAlchemy of new columns; null: it is written as `emitMysqlOutput` does. */
  readonly types: Readonly<Record<ColumnType, string>> | null;
}

/** A file that only one program can have open. */
interface DuckdbDatabase extends AnyDatabase {
  readonly library: 'duckdb';
}

const TYPES = { boolean: 'BOOLEAN', datetime: 'TIMESTAMP', string: 'TEXT', null: 'TEXT' } as const;

/** The providers whose databases scripts can use. Licences of the packages: BSD, MIT. */
const DATABASES: Readonly<Partial<Record<string, ScriptDatabase>>> = {
  postgresql: {
    library: 'sqlalchemy',
    driver: 'pg8000',
    types: { ...TYPES, integer: 'BIGINT', float: 'DOUBLE_PRECISION' },
    quote: '"',
    addressOf: (fields) => `postgresql+pg8000://${serverAddress(fields)}`,
  },
  sqlite: {
    library: 'sqlalchemy',
    driver: null,
    types: { ...TYPES, integer: 'INTEGER', float: 'REAL' },
    quote: '"',
    addressOf: ({ database }) => `sqlite:///${database ?? ''}`,
  },
  mysql: {
    library: 'sqlalchemy',
    driver: 'pymysql',
    types: null,
    quote: '`',
    addressOf: (fields) => `mysql+pymysql://${serverAddress(fields)}`,
  },
  duckdb: {
    library: 'duckdb',
    quote: '"',
    addressOf: ({ database }) => database ?? '',
  },
};

/** How scripts use a provider; undefined: they do not. */
export function scriptDatabaseOf(provider: string): ScriptDatabase | undefined {
  return Object.hasOwn(DATABASES, provider) ? DATABASES[provider] : undefined;
}

/** How scripts use the database of a connection. @throws Error if they do not */
export function databaseOf({ provider }: Pick<Connection, 'provider'>): ScriptDatabase {
  const database = scriptDatabaseOf(provider);
  if (database === undefined) throw new Error(`Scripts do not use ${provider}.`);
  return database;
}

function serverAddress({ host, port, database, username, secret }: ConnectionFields): string {
  const user = username === null ? '' : encodeURIComponent(username);
  const login = secret === null ? user : `${user}:PASSWORD`;
  const server = `${host ?? 'localhost'}${port === null ? '' : `:${port}`}`;
  return `${login === '' ? '' : `${login}@`}${server}/${encodeURIComponent(database ?? '')}`;
}
