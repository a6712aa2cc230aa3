import { trimEndCharacters } from '../domain/trim-end-characters.ts';

/** Allocates unique Python variable names. */
export class VariableNames {
  readonly #reserved: Set<string>;
  #counter = 0;

  /** @param reserved names that must not be allocated */
  constructor(reserved: Iterable<string>) {
    this.#reserved = new Set(reserved);
  }

  /** Returns `df_` and the stem of a file name as an identifier. */
  ofFile(fileName: string): string {
    const stem = fileName.replace(/\.[^.]*$/, '').replaceAll(/[^A-Za-z0-9_]+/g, '_');
    return this.#reserve(`df_${trimEndCharacters(stem.replace(/^_+/, ''), '_') || 'input'}`);
  }

  /** Returns `df_1`, `df_2` and so on. */
  numbered(): string {
    for (;;) {
      this.#counter += 1;
      const name = `df_${this.#counter}`;
      if (!this.#reserved.has(name)) return this.#reserve(name);
    }
  }

  /** Returns the name, with underscores appended until it is unique. */
  variant(name: string): string {
    let free = name;
    while (this.#reserved.has(free)) free += '_';
    return this.#reserve(free);
  }

  #reserve(name: string): string {
    let free = name;
    for (let count = 2; this.#reserved.has(free); count++) free = `${name}_${count}`;
    this.#reserved.add(free);
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
