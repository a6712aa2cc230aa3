import type { Connection } from '../domain/connection.ts';
import { databaseOf } from './database/script-databases.ts';

/** The environment variables from which a script reads the addresses of connections. */
export class ConnectionAddresses {
  readonly #variables = new Map<string, string>();

  /** @param connections those that the script uses; each gets a variable of its own */
  constructor(connections: readonly Connection[]) {
    const taken = new Set<string>();
    for (const { id, name, provider } of connections) {
      const stem = variableStem(name);
      const kind = isPath({ provider }) ? 'PATH' : 'URL';
      let variable = `${stem}_${kind}`;
      for (let count = 2; taken.has(variable); count++) variable = `${stem}_${count}_${kind}`;
      taken.add(variable);
      this.#variables.set(id, variable);
    }
  }

  /** Python that reads the address of a connection. @throws Error for a connection that the script does not use */
  codeOf({ id }: Connection): string {
    return `os.environ["${this.#variableOf(id)}"]`;
  }

  /** What the user sets before the script runs. It has no secret. */
  noteOf(connection: Connection): string {
    const { id } = connection;
    return `Set the environment variable ${this.#variableOf(id)} to ${addressPhrase(connection)}`;
  }

  #variableOf(id: string): string {
    const variable = this.#variables.get(id);
    if (variable === undefined) throw new Error(`The script does not use the connection ${id}.`);
    return variable;
  }
}

function addressPhrase(connection: Connection): string {
  const { name, provider, database } = connection;
  if (provider === 'local') return `the folder of ${name}, such as ${database ?? ''}`;
  const what = isPath(connection) ? 'path of the file' : 'address';
  return `the ${what} of ${name}, such as ${databaseOf(connection).addressOf(connection)}`;
}

function isPath({ provider }: Pick<Connection, 'provider'>): boolean {
  return provider === 'local' || databaseOf({ provider }).library === 'duckdb';
}

/** `ORDERS_DB` for "Orders DB!". */
function variableStem(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '');
  return /^[A-Z]/.test(words) ? words : `DATABASE${words === '' ? '' : `_${words}`}`;
}
