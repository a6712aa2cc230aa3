import type { Connection } from '../domain/connection.ts';
import { pythonText } from '../python/python-literal.ts';
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

  /**
   * Python that reads the address of a connection or ends the script with a sentence. It needs `os` and `sys`.
   * @throws Error for a connection that the script does not use
   */
  codeOf(connection: Connection): string {
    const message = pythonText(`${this.#requestOf(connection)}.`);
    return `os.environ.get("${this.#variableOf(connection.id)}") or sys.exit(${message})`;
  }

  /** What the user sets before the script runs. It has no secret. */
  noteOf(connection: Connection): string {
    return `${this.#requestOf(connection)}, such as ${exampleOf(connection)}`;
  }

  #requestOf(connection: Connection): string {
    const variable = this.#variableOf(connection.id);
    return `Set the environment variable ${variable} to the ${contentOf(connection)} of ${connection.name}`;
  }

  #variableOf(id: string): string {
    const variable = this.#variables.get(id);
    if (variable === undefined) throw new Error(`The script does not use the connection ${id}.`);
    return variable;
  }
}

/** What the variable of a connection contains. */
function contentOf(connection: Connection): string {
  if (connection.provider === 'local') return 'folder';
  return isPath(connection) ? 'path of the file' : 'address';
}

function exampleOf(connection: Connection): string {
  if (connection.provider === 'local') return connection.database ?? '';
  return databaseOf(connection).addressOf(connection);
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
