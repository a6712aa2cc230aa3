import type { JsonObject, JsonValue } from '../domain/json.ts';
import type { ConfigWarning } from './config-warning.ts';
import type { FieldReading, Form, FormField } from './form.ts';

/** How the keys of a config are read before its schema parses them. */
export interface ConfigReading {
  /**
   * The config with each value in one form: no null that stands for a key that is not given, and a list where a
   * column list is one text. Placeholders stay.
   */
  readonly normalize: (config: JsonObject) => JsonObject;
  /** The keys that a config must have and lacks. @param given a normalized config; `complete` has the defaults too */
  readonly missing: (given: JsonObject, complete: JsonObject) => readonly string[];
  /** Warnings about names that are dropped because a list has them already. */
  readonly warnings: (config: JsonObject) => readonly ConfigWarning[];
  /** The keys that the node does not read. @param complete a config with its defaults */
  readonly unread: (complete: JsonObject) => readonly string[];
  /** Whether null and a text are forms of a value besides those of its schema. */
  readonly accepts: (key: string) => { readonly null: boolean; readonly text: boolean };
}

/** How the configs of a form are read. */
export function readingOf(form: Form): ConfigReading {
  const fields = Object.entries(form);
  return {
    normalize: (config) =>
      Object.fromEntries(
        Object.entries(config).flatMap(([key, value]): [string, JsonValue][] => {
          const field = Object.hasOwn(form, key) ? form[key] : undefined;
          const read = field === undefined ? value : normalized(value, field);
          return read === undefined ? [] : [[key, read]];
        }),
      ),
    missing: (given, complete) =>
      fields
        .filter(([key, field]) => !Object.hasOwn(given, key) && isRequired(field, complete))
        .map(([key]) => key),
    warnings: (config) =>
      fields.flatMap(([key, { dropsRepeats = false }]) => {
        const repeated = dropsRepeats ? repeatedName(config[key]) : undefined;
        return repeated === undefined ? [] : [repeatedColumn(key, repeated)];
      }),
    unread: (complete) =>
      fields.filter(([, { readWhen }]) => readWhen?.(complete) === false).map(([key]) => key),
    accepts: (key) => ({
      null: form[key]?.nullMeans !== undefined,
      text: form[key]?.type === 'column_list',
    }),
  };
}

function isRequired(field: FormField<unknown>, complete: JsonObject): boolean {
  return field.requiredWhen?.(complete) ?? field.required;
}

/** The value in its one form; undefined: the key is not given. */
function normalized(value: JsonValue, field: FormField<unknown>): JsonValue | undefined {
  if (value === null) return NULLS[field.nullMeans ?? 'null'];
  if (value === '' && field.emptyIsAbsent === true) return undefined;
  if (field.mainForm !== undefined) return field.mainForm(value);
  if (field.oneOfList === true) return onlyOf(value);
  return field.type === 'column_list' ? columnList(value, field) : value;
}

/** The names of columns, of which a text is one. */
function columnList(value: JsonValue, { dropsRepeats }: FieldReading): JsonValue {
  const names = typeof value === 'string' ? namesOf(value) : value;
  return dropsRepeats === true && Array.isArray(names) ? withoutRepeats(names) : names;
}

const NULLS: Readonly<
  Record<NonNullable<FieldReading['nullMeans']> | 'null', JsonValue | undefined>
> = { absent: undefined, false: false, null: null };

/** The only item of a list; any other value as it is. */
function onlyOf(value: JsonValue): JsonValue {
  const [only, ...others] = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  return only === undefined || others.length > 0 ? value : only;
}

/** The list of one column, which a text names; of none for an empty text. */
function namesOf(text: string): readonly string[] {
  return text === '' ? [] : [text];
}

/** The first text that a list has twice. */
function repeatedName(names: JsonValue | undefined): string | undefined {
  if (!Array.isArray(names)) return undefined;
  const list = names as readonly JsonValue[];
  const found = list.find((name, at) => name !== '' && list.indexOf(name) !== at);
  return typeof found === 'string' ? found : undefined;
}

function repeatedColumn(field: string, name: string): ConfigWarning {
  const message = `"${field}" names the column "${name}" more than once. Once is enough: remove the others, which are ignored.`;
  return { field, code: 'repeated_column', message };
}

function withoutRepeats(names: readonly JsonValue[]): readonly JsonValue[] {
  return [...new Set(names)].filter((name) => name !== '');
}
