import type { Connection } from '../domain/connection.ts';
import { call } from '../python/code.ts';
import { pythonText } from '../python/python-literal.ts';
import { databaseOf } from './database/script-databases.ts';
import type { PythonHelper } from './record-readers.ts';

/** Ends a script without a traceback when a variable is missing: the head of the script says what it needs. */
export const ADDRESS: PythonHelper = {
  name: 'address',
  imports: ['import os', 'import sys'],
  source: `
def address(variable):
    """The address of a connection from the environment, since it may have a password."""
    return os.environ.get(variable) or sys.exit(f"Set the environment variable {variable}.")
`,
};

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
   * Python that reads the address of a connection. It calls the helper ADDRESS.
   * @throws Error for a connection that the script does not use
   */
  codeOf({ id }: Connection): string {
    return call(ADDRESS.name, [pythonText(this.#variableOf(id))]);
  }

  /** What the user sets before the script runs. It has no secret. */
  noteOf(connection: Connection): string {
    const variable = this.#variableOf(connection.id);
    const content = `the ${contentOf(connection)} of ${connection.name}`;
    return `Set the environment variable ${variable} to ${content}, such as ${exampleOf(connection)}`;
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
