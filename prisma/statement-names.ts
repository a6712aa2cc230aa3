/** The number of uses after which a statement is prepared: a statement of one request never is. */
const MIN_USES = 3;
/** The server stores each prepared statement per connection. */
const MAX_NAMES = 100;
const MAX_COUNTED = 1000;

/**
 * Names repeated statements of one pool, so that each connection prepares them once. Parsing and planning
 * are half of the server's work for a small run.
 */
export class StatementNames {
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<string, string>();

  /** @returns an empty string for a statement that is not prepared */
  nameOf(sql: string): string {
    return this.#names.get(sql) ?? this.#count(sql);
  }

  #count(sql: string): string {
    if (this.#names.size === MAX_NAMES) return '';
    const count = (this.#counts.get(sql) ?? 0) + 1;
    if (count < MIN_USES) {
      if (this.#counts.size === MAX_COUNTED) this.#counts.clear();
      this.#counts.set(sql, count);
      return '';
    }
    this.#counts.delete(sql);
    const name = `millrace_${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }
}
