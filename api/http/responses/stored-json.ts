import { exactJson } from '../../../runner/domain/exact-json.ts';

/** A stored JSON text, which is inserted into a response without parsing. */
export class StoredJson {
  readonly text: string;

  /** @param text valid JSON */
  constructor(text: string) {
    this.text = text;
  }
}

/** The JSON text of an object whose fields can be `StoredJson`. Undefined fields are omitted. */
export function objectText(fields: Readonly<Record<string, unknown>>): string {
  const members: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) members.push(`${JSON.stringify(name)}:${textOf(value)}`);
  }
  return `{${members.join(',')}}`;
}

function textOf(value: unknown): string {
  if (value instanceof StoredJson) return value.text;
  // Most fields are scalars and need no replacer, which is slow.
  return typeof value === 'object' ? exactJson.stringify(value) : JSON.stringify(value);
}
