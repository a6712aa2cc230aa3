import type { Connection } from '../../domain/connection.ts';
import { databaseOf } from './script-databases.ts';

/** The environment variables from which a script reads the addresses of connections. */
export class ConnectionAddresses {
  readonly #variables = new Map<string, string>();

  /** @param connections those that the script uses; each gets a variable of its own */
  constructor(connections: readonly Connection[]) {
    const taken = new Set<string>();
    for (const { id, name, provider } of connections) {
      const stem = variableStem(name);
      const kind = databaseOf({ provider }).library === 'duckdb' ? 'PATH' : 'URL';
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
    const { library, addressOf } = databaseOf(connection);
    const what = library === 'duckdb' ? 'path of the file' : 'address';
    return `Set the environment variable ${this.#variableOf(connection.id)} to the ${what} of ${connection.name}, such as ${addressOf(connection)}`;
  }

  #variableOf(id: string): string {
    const variable = this.#variables.get(id);
    if (variable === undefined) throw new Error(`The script does not use the connection ${id}.`);
    return variable;
  }
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
