import { readHead } from '../text/file-chunks.ts';
import { isHtml } from '../upload-warnings.ts';
import { endOfString } from './json-entries.ts';

/** The first bytes of a file in which the form of its JSON is looked for. */
const HEAD_BYTES = 1 << 20;
const MAX_NAMED_LISTS = 3;
/** The depth to which lists of objects are looked for. */
const MAX_KEYS = 3;

type JsonFormat = 'json' | 'jsonl';

const ADVICE = {
  lines:
    'It has an object in each line: give it a name that ends in .jsonl, or read it in the format jsonl.',
  separatedLines:
    'It has an object and a comma in each line: put [ before the first object and ] after the last one, without its comma, and read it as JSON.',
  array: 'It is one array: give it a name that ends in .json, or read it in the format json.',
  object:
    'It is one object in several lines: give it a name that ends in .json, or read it in the format json.',
  objects: 'Its objects span several lines: write each of them in one line, as "jq -c ." does.',
  sequence:
    'It has several objects that are no list: put [ before the first one, commas between them, and ] after the last one, or write each of them in one line, as "jq -c ." does, under a name that ends in .jsonl.',
  joined:
    'It has several objects in one line: write each of them in a line of its own, as "jq -c ." does.',
  python:
    'It is written as a Python literal, with single quotes: write it with json.dumps or df.to_json.',
  pythonValues:
    'It has None, True or False of Python in place of null, true or false: write it with json.dumps or df.to_json.',
  script:
    'It is JavaScript, with a call or a variable around its JSON: remove what is before its first bracket and after its last one.',
  comments: 'It has comments, which JSON lacks: remove them.',
  html: 'It is an HTML page, perhaps of a login or an error: check where it was downloaded.',
  lists:
    'It has lists in place of objects, as pandas writes them with orient="values": write them with orient="records", or as CSV.',
  split: 'It is a table as pandas writes it with orient="split": write it with orient="records".',
  columns:
    'It is a table as pandas writes it with orient="columns", its default: write it with orient="records".',
  index: 'It is a table as pandas writes it with orient="index": write it with orient="records".',
  keyed:
    'Its objects are the values of an object, each under a key: write them as a list, as "jq [.[]]" does.',
  one: 'It is one object: to read it as one row, put it between [ and ].',
} as const;

/** What other languages write that is no JSON. Blanks are bounded, since the text may be long. */
const FOREIGN: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/^(?:\[\s*)?\{\s*'/, ADVICE.python],
  [/^(?:(?:var|let|const)\s)?[\w\s$.]{1,100}[=(]\s{0,100}[[{]/, ADVICE.script],
  [/(?:^|[\n,{}[\]])[ \t]{0,100}\/[/*]/, ADVICE.comments],
  [/[:[,]\s{0,100}(?:None|True|False)\s{0,100}[,}\]]/, ADVICE.pythonValues],
];

/**
 * Returns a sentence on how to read a file that is JSON of another form than a reader needs; an empty text:
 * its form is not known.
 */
export async function jsonAdvice(path: string, format: JsonFormat): Promise<string> {
  const head = await readHead(path, HEAD_BYTES);
  const text = head.toString('utf8').replace(/^[\ufeff\s]+/, '');
  const isWhole = head.length < HEAD_BYTES;
  if (isHtml(text)) return ADVICE.html;
  const foreign = FOREIGN.find(([pattern]) => pattern.test(text));
  if (foreign !== undefined) return foreign[1];
  return format === 'json' ? adviceForArray(text, isWhole) : adviceForLines(text, isWhole);
}

function adviceForArray(text: string, isWhole: boolean): string {
  if (text.startsWith('[')) return /^\[\s*\[/.test(text) ? ADVICE.lists : '';
  if (!text.startsWith('{')) return '';
  const [first = ''] = text.split('\n', 1);
  if (isObjectAndComma(first)) return ADVICE.separatedLines;
  const end = endOfFirst(text);
  const isOne = end === null || text.slice(end, end + MAX_SPACE).trim() === '';
  if (isOne) return adviceForObject(text, isWhole);
  return isObject(first) ? ADVICE.lines : ADVICE.sequence;
}

function adviceForLines(text: string, isWhole: boolean): string {
  const [first = ''] = text.split('\n', 1);
  const line = first.trimEnd();
  if (text.startsWith('[')) {
    const isList = Array.isArray(parsed(line));
    return isList && text.length > first.length + 1 ? ADVICE.lists : ADVICE.array;
  }
  if (!text.startsWith('{') || isObject(line)) return '';
  if (isObjectAndComma(line)) return ADVICE.separatedLines;
  return adviceForWrappedObject(text, isWhole);
}

/** Advice for an object that does not end in its first line. */
function adviceForWrappedObject(text: string, isWhole: boolean): string {
  const end = endOfFirst(text);
  if (end === null && isWhole) return '';
  if (end !== null && text.slice(end).trim() !== '') {
    return text.slice(0, end).includes('\n') ? ADVICE.objects : ADVICE.joined;
  }
  const wrapped = adviceForObject(text, isWhole);
  return wrapped === ADVICE.one ? ADVICE.object : `${ADVICE.object} ${wrapped}`.trim();
}

/** @returns the index after the object that the text begins with; null: it does not end in the text */
function endOfFirst(text: string): number | null {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index) - 1;
    else if (character === '{' || character === '[') depth++;
    else if ((character === '}' || character === ']') && --depth === 0) return index + 1;
  }
  return null;
}

function adviceForObject(text: string, isWhole: boolean): string {
  const { objects, others, pointed } = ListFinder.listsIn(text);
  if (others.includes('columns') && others.includes('data')) return ADVICE.split;
  if (objects.length + pointed.length > 0) return adviceForLists(objects, pointed);
  if (/^\{\s*"\d+"\s*:\s*\{/.test(text)) return ADVICE.index;
  if (/^\{\s*"[^"]*"\s*:\s*\{\s*"\d+"\s*:/.test(text)) return ADVICE.columns;
  const value = isWhole ? parsed(text) : undefined;
  if (!isRecord(value)) return '';
  const values = Object.values(value);
  return values.length > 1 && values.every(isRecord) ? ADVICE.keyed : ADVICE.one;
}

function adviceForLists(paths: readonly string[], [pointed = '']: readonly string[]): string {
  const [first = ''] = paths;
  if (paths.length === 0) {
    return `It is an object with the list "${pointed}" under a key with a point, which records= cannot name: rename the key.`;
  }
  if (paths.length === 1) {
    return `It is an object with the list "${first}": read that with records=${first}.`;
  }
  const named = paths.slice(0, MAX_NAMED_LISTS).map((path) => `"${path}"`);
  return `It is an object with the lists ${named.join(', ')}: read one of them with records=, such as records=${first}.`;
}

interface Lists {
  /** The paths of lists of objects, outermost first. */
  readonly objects: readonly string[];
  /** Those of other lists. */
  readonly others: readonly string[];
  /** Those of lists of objects under a key with a point, which `records` takes for two keys. */
  readonly pointed: readonly string[];
}

/** Finds the lists in an object and in the objects within it. The text may end early. */
class ListFinder {
  readonly #text: string;
  readonly #objects: string[] = [];
  readonly #others: string[] = [];
  readonly #pointed: string[] = [];
  /** The keys that lead to the present place. */
  readonly #keys: string[] = [];
  #depth = 0;
  /** The depth of the list that contains the present place. */
  #listDepth = Infinity;

  private constructor(text: string) {
    this.#text = text;
  }

  static listsIn(text: string): Lists {
    const finder = new ListFinder(text);
    finder.#find();
    const depthOf = (path: string): number => path.split('.').length;
    const objects = finder.#objects.sort((one, other) => depthOf(one) - depthOf(other));
    return { objects, others: finder.#others, pointed: finder.#pointed };
  }

  #find(): void {
    for (let index = 0; index < this.#text.length; index++) {
      switch (this.#text.charAt(index)) {
        case '"':
          index = this.#endText(index) - 1;
          break;
        case '{':
          this.#depth++;
          break;
        case '[':
          this.#openList(index + 1);
          break;
        case '}':
        case ']':
          if (this.#depth === this.#listDepth) this.#listDepth = Infinity;
          this.#depth--;
          break;
        default:
      }
    }
  }

  /** @returns the index after a text, which may be a key */
  #endText(from: number): number {
    const end = endOfString(this.#text, from);
    const isNear = this.#depth < this.#listDepth && this.#depth <= MAX_KEYS;
    if (isNear && /^\s*:/.test(this.#text.slice(end, end + MAX_SPACE))) {
      this.#keys.length = Math.max(0, this.#depth - 1);
      this.#keys.push(this.#text.slice(from + 1, end - 1));
    }
    return end;
  }

  #openList(content: number): void {
    this.#depth++;
    if (this.#depth > MAX_KEYS + 1 || this.#depth >= this.#listDepth) return;
    this.#listDepth = this.#depth;
    const isOfObjects = /^\s*\{/.test(this.#text.slice(content, content + MAX_SPACE));
    const keys = this.#keys.slice(0, this.#depth - 1);
    const named = keys.some((key) => key.includes('.')) ? this.#pointed : this.#objects;
    (isOfObjects ? named : this.#others).push(keys.join('.'));
  }
}

/** White space between a key and its colon, or before the first value of a list. */
const MAX_SPACE = 100;

function isObject(text: string): boolean {
  return isRecord(parsed(text));
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isObjectAndComma(line: string): boolean {
  const text = line.trimEnd();
  return text.endsWith(',') && isObject(text.slice(0, -1));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
