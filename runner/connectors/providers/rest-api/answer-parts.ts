import { LIST_KEYS } from './records-path.ts';

/** How deep lists are looked for. */
const MAX_DEPTH = 3;
const RECORD_ID = /^_?(?:id|uuid|key|number)$/i;
const OWN_ID = /^_?(?:id|uuid)$/i;
/** Lists of objects that answers have beside their records, such as the columns of these. */
const BESIDE = new Set(
  'included includes errors warnings messages links columns fields schema facets filters sort aggregations expands suggestions'.split(
    ' ',
  ),
);

/** Whether an object has an id, so that it is a record with parts, such as an order with its lines. */
export function isRecord(object: object): boolean {
  return Object.keys(object).some((key) => RECORD_ID.test(key));
}

/** The key of the id that the object around a list has; null: none. */
export function ownId(envelope: object): string | null {
  const isId = ([key, value]: [string, unknown]): boolean =>
    OWN_ID.test(key) && ['string', 'number'].includes(typeof value);
  return Object.entries(envelope).find(isId)?.[0] ?? null;
}

/** The keys of lists of objects beside the list that was taken. */
export function otherLists(envelope: object, taken: string): readonly string[] {
  return Object.entries(envelope)
    .filter(([key, value]) => key !== taken && !BESIDE.has(key) && isListOfObjects(value))
    .map(([key]) => key);
}

/** The paths of the lists within an object that begin with an object, but for those of records within it. */
export function listsOfObjects(object: object, depth = MAX_DEPTH): readonly string[] {
  if (isRecord(object)) return [];
  return Object.entries(object).flatMap(([key, value]: [string, unknown]) => {
    if (isListOfObjects(value)) return [key];
    if (!isObject(value) || depth === 1) return [];
    return listsOfObjects(value, depth - 1).map((path) => `${key}.${path}`);
  });
}

/** Where an answer has objects with the same keys under names of their own: empty: itself; null: nowhere. */
export function keyedObjects(answer: object): string | null {
  if (areAlike(answer)) return '';
  const isKeyed = ([key, value]: [string, unknown]): boolean =>
    LIST_KEYS.some((each) => each === key) && isObject(value) && areAlike(value);
  return Object.entries(answer).find(isKeyed)?.[0] ?? null;
}

/** Whether the values of an object are several objects with the same keys. */
function areAlike(object: object): boolean {
  const values: unknown[] = Object.values(object);
  const shapes = values.map((value) => (isObject(value) ? Object.keys(value).join('\n') : ''));
  return shapes.length > 1 && shapes[0] !== '' && new Set(shapes).size === 1;
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && isObject(value[0]);
}

/** Whether a value of JSON is an object. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
