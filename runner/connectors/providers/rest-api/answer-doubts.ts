import { UserError } from '../../../domain/errors.ts';
import { failureKey, isOnlyFailure, partialKey } from './answer-failure.ts';
import {
  isObject,
  isRecord,
  keyedObjects,
  listsOfObjects,
  otherLists,
  ownId,
} from './answer-parts.ts';
import { noRecords } from './page-failure.ts';
import { WHOLE_ANSWER } from './records-path.ts';

const MAX_SHOWN_LISTS = 5;

/** The list that was taken as the records of an answer, and what surrounds it. */
export interface TakenList {
  /** The keys that lead to it. */
  readonly path: readonly string[];
  /** The answer with an empty list in its place; undefined: it is too long. */
  readonly envelope: unknown;
}

/** Collects what is doubtful about the rows that were found in answers, each kind once. */
export class AnswerDoubts {
  readonly #isSearched: boolean;
  #list: string | null = null;
  #row: string | null = null;
  #failure: string | null = null;
  /** The answers with rows that say that there should be others. */
  #partial: { readonly label: string; readonly key: string; readonly count: number } | null = null;

  /** @param isSearched whether the connection does not say where the records are */
  constructor(isSearched: boolean) {
    this.#isSearched = isSearched;
  }

  /** Takes an answer that has rows in a list, or at a path. */
  takeList({ path, envelope }: TakenList, label: string): void {
    if (!isObject(envelope)) return;
    const key = partialKey(envelope);
    if (key !== null) {
      const { count, ...first } = this.#partial ?? { label, key, count: 0 };
      this.#partial = { ...first, count: count + 1 };
    }
    if (this.#isSearched) this.#list ??= listDoubt(envelope, path);
  }

  /** Takes an answer that is one row. @throws UserError for one that only says that it failed */
  takeRow(text: string, label: string): void {
    const answer = parsed(text);
    if (!this.#isSearched || !isObject(answer)) return;
    const key = failureKey(answer);
    if (key !== null && isOnlyFailure(answer)) throw new UserError(noRecords(label, key));
    if (isRecord(answer)) return;
    this.#row ??= rowDoubt(answer);
    if (key !== null) {
      this.#failure ??= `Each answer is read as one row, though ${label} says at "${key}" that the request failed. Send it by hand to see why. ${ONE_ROW}`;
    }
  }

  warnings(): readonly string[] {
    const found = [this.#list, this.#row, this.#failure, this.#partialWarning()];
    return found.filter((each) => each !== null);
  }

  #partialWarning(): string | null {
    if (this.#partial === null) return null;
    const { label, key, count } = this.#partial;
    const others = count === 1 ? '' : `, as do ${count - 1} others`;
    return `${capital(label)} says at "${key}" that it is not whole${others}, so rows may be missing. Send it by hand to see why.`;
  }
}

const ONE_ROW = `If one row is right, set options.records_path to "${WHOLE_ANSWER}".`;

function listDoubt(envelope: object, path: readonly string[]): string | null {
  const [list] = path;
  if (list === undefined) return null;
  const what = `The list "${list}" of each answer is read as the rows, though the answer has`;
  const id = ownId(envelope);
  if (id !== null) {
    return `${what} "${id}" of its own, as a record with parts has. Set options.records_path to "${list}" if the list has the rows. ${ONE_ROW}`;
  }
  const others = otherLists(envelope, list);
  if (others.length === 0) return null;
  return `${what} other lists of objects, ${shown(others)}. Set options.records_path to the name of the one that has the rows.`;
}

function rowDoubt(answer: object): string | null {
  const lists = listsOfObjects(answer);
  if (lists.length > 0) {
    return `Each answer is read as one row, though it has lists of objects, ${shown(lists)}: if one has the records, set options.records_path to its name. ${ONE_ROW}`;
  }
  const keyed = keyedObjects(answer);
  if (keyed === null) return null;
  const where = keyed === '' ? 'its values' : `the values of "${keyed}"`;
  return `Each answer is read as one row, though ${where} are objects with the same keys, as records under their names are. Ask the service for a list. ${ONE_ROW}`;
}

function shown(names: readonly string[]): string {
  return names
    .slice(0, MAX_SHOWN_LISTS)
    .map((name) => `"${name}"`)
    .join(', ');
}

function capital(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** Undefined: it is no JSON, which the table of records reports. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
