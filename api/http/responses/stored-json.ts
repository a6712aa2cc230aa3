import { exactJson } from '../../../runner/domain/exact-json.ts';

/** JSON as it is stored, which goes into an answer without being parsed. */
export class StoredJson {
  readonly text: string;

  /** @param text valid JSON */
  constructor(text: string) {
    this.text = text;
  }
}

/** The JSON text of an object, of whose fields some are stored as JSON; `undefined` ones are left out. */
export function objectText(fields: Readonly<Record<string, unknown>>): string {
  const members: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) members.push(`${JSON.stringify(name)}:${textOf(value)}`);
  }
  return `{${members.join(',')}}`;
}

function textOf(value: unknown): string {
  if (value instanceof StoredJson) return value.text;
  // What most fields are needs no replacer, which takes longer than all else.
  return typeof value === 'object' ? exactJson.stringify(value) : JSON.stringify(value);
}
