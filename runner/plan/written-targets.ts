import { UserError } from '../domain/errors.ts';
import type { TableTarget } from './operators/database.ts';
import type { ObjectTarget } from './operators/storage.ts';

/** Databases whose names have no case, and whose tables without a schema are in `main`. */
const WITHOUT_CASE: ReadonlySet<string> = new Set(['sqlite', 'duckdb']);

/** The tables and objects outside of the service that the outputs of a flow write. */
export class WrittenTargets {
  readonly #providerOf: (connectionId: string) => string | null;
  readonly #tables = new Set<string>();
  readonly #objects = new Set<string>();

  /** @param providerOf of a connection, which decides whether two names are those of one table; null: unknown */
  constructor(providerOf: (connectionId: string) => string | null) {
    this.#providerOf = providerOf;
  }

  /** Number of tables in databases. Several outputs can add rows to the same one. */
  get tables(): number {
    return this.#tables.size;
  }

  /** Number of objects in storages. */
  get objects(): number {
    return this.#objects.size;
  }

  /**
   * Adds what the next output writes, in the order in which the outputs are written.
   * @param target an object with its path
   * @throws UserError when an earlier output writes it and this one does not add rows: it would lose those of the
   * other one, or fail when the other one is written already
   */
  add(target: TableTarget | ObjectTarget): void {
    const isTable = target.kind === 'table';
    const known = isTable ? this.#tables : this.#objects;
    const place = isTable ? this.#placeOf(target) : [target.path];
    const key = JSON.stringify([target.connectionId, ...place]);
    const adds = target.mode === 'append' || target.mode === 'upsert';
    if (known.has(key) && !adds) throw conflict(target);
    known.add(key);
  }

  #placeOf({ connectionId, schema, table }: TableTarget): readonly (string | null)[] {
    if (!WITHOUT_CASE.has(this.#providerOf(connectionId) ?? '')) return [schema, table];
    return [schema ?? 'main', table].map((name) => name.toLowerCase());
  }
}

function conflict(target: TableTarget | ObjectTarget): UserError {
  const [field, what, name] =
    target.kind === 'table'
      ? ['table', 'the table', target.table]
      : ['path', 'the file or object', target.path];
  const replaces = target.mode === 'replace' || target.mode === 'overwrite';
  const why = replaces ? 'its rows would be replaced' : 'it must not exist before this one';
  return new UserError(
    `"${field}": another output of this flow writes ${what} "${name}", and ${why}. Name another one, or stack the rows by concatRows and write them by one output.`,
  );
}
