import { trimEndCharacters } from '../domain/trim-end-characters.ts';

/** Allocates unique Python variable names. */
export class VariableNames {
  readonly #taken: Set<string>;
  #counter = 0;

  /** @param reserved names that must not be allocated */
  constructor(reserved: Iterable<string>) {
    this.#taken = new Set(reserved);
  }

  /** Returns `df_` and the stem of a file name as an identifier. */
  ofFile(fileName: string): string {
    const stem = fileName.replace(/\.[^.]*$/, '').replaceAll(/[^A-Za-z0-9_]+/g, '_');
    return this.#take(`df_${trimEndCharacters(stem.replace(/^_+/, ''), '_') || 'input'}`);
  }

  /** Returns `df_1`, `df_2` and so on. */
  numbered(): string {
    for (;;) {
      this.#counter += 1;
      const name = `df_${this.#counter}`;
      if (!this.#taken.has(name)) return this.#take(name);
    }
  }

  /** Returns the name, with underscores appended until it is unique. */
  variant(name: string): string {
    let free = name;
    while (this.#taken.has(free)) free += '_';
    return this.#take(free);
  }

  #take(wanted: string): string {
    let free = wanted;
    for (let count = 2; this.#taken.has(free); count++) free = `${wanted}_${count}`;
    this.#taken.add(free);
    return free;
  }
}

/** Python builtins that emitted code calls; a variable of the same name would shadow them. */
export const PYTHON_BUILTINS: readonly string[] = (
  'abs all any bool bytes callable chr dict divmod enumerate filter float format frozenset ' +
  'getattr hash int isinstance iter len list map max min next object open ord pow print range ' +
  'repr reversed round set slice sorted str sum super tuple type zip Exception ValueError ' +
  'TypeError KeyError IndexError AssertionError'
).split(' ');
