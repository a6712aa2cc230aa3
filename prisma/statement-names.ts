/** A statement is named when it comes this often: one that is made for a single request never is. */
const COMES_AGAIN = 3;
/** The server keeps each named statement for every connection. */
const MOST_NAMES = 100;
const MOST_COUNTED = 1000;

/**
 * Names the statements that come again, so that a connection parses them once and soon plans them no
 * more: half of the server's work for a small run. The names hold for the connections of one pool.
 */
export class StatementNames {
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<string, string>();

  /** @returns empty for a statement that has no name */
  nameOf(sql: string): string {
    return this.#names.get(sql) ?? this.#count(sql);
  }

  #count(sql: string): string {
    if (this.#names.size === MOST_NAMES) return '';
    const count = (this.#counts.get(sql) ?? 0) + 1;
    if (count < COMES_AGAIN) {
      if (this.#counts.size === MOST_COUNTED) this.#counts.clear();
      this.#counts.set(sql, count);
      return '';
    }
    this.#counts.delete(sql);
    const name = `millrace_${this.#names.size}`;
    this.#names.set(sql, name);
    return name;
  }
}
