import { isIdentifier } from '../python/identifier.ts';
import { trimEndCharacters } from '../domain/trim-end-characters.ts';

/** Maximum length of a frame's name, without a number that makes it unique. */
const MAX_LENGTH = 40;

/** Allocates unique Python variable names. */
export class VariableNames {
  readonly #reserved: ReadonlySet<string>;
  readonly #allocated = new Set<string>();

  /** @param reserved names that must not be allocated */
  constructor(reserved: Iterable<string>) {
    this.#reserved = new Set(reserved);
  }

  /**
   * Returns a name in lower case with underscores for a frame, such as `paid_orders` for "Paid orders!".
   * Names that Python or the script uses begin with `df_`.
   * @param fallback the text to use if the first has no letter or digit that a plain identifier can have
   */
  ofFrame(text: string, fallback: string): string {
    const words = snakeCase(text) || snakeCase(fallback);
    const isUsable = isIdentifier(words) && !this.#reserved.has(words) && words !== 'l';
    const stem = isUsable ? words : `df_${words}`;
    let free = stem;
    for (let count = 2; this.#isTaken(free); count++) free = `${stem}_${count}`;
    return this.#allocate(free);
  }

  /** Returns the name, with underscores appended until it is unique. */
  variant(name: string): string {
    let free = name;
    while (this.#isTaken(free)) free += '_';
    return this.#allocate(free);
  }

  #isTaken(name: string): boolean {
    return this.#reserved.has(name) || this.#allocated.has(name);
  }

  #allocate(name: string): string {
    this.#allocated.add(name);
    return name;
  }
}

function snakeCase(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss');
  const words = plain.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
  const cut = words.replace(/^_/, '').slice(0, MAX_LENGTH);
  return trimEndCharacters(cut, '_');
}

/** Names that the code of every script uses, and builtins that a variable would hide. */
export const PYTHON_BUILTINS: readonly string[] = (
  'abs all any bin bool bytes callable chr dict dir divmod enumerate eval exec exit filter float ' +
  'format frozenset getattr hash help hex id input int isinstance iter len list map max min next ' +
  'object oct open ord pow print quit range repr reversed round set slice sorted str sum super ' +
  'tuple type vars zip Exception ValueError TypeError KeyError IndexError AssertionError main'
).split(' ');
