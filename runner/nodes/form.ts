import { z } from 'zod';
import type { JsonObject, JsonValue } from '../domain/json.ts';
import { columnList, columnName, optionalColumnList } from './rules/column-list.ts';
import { columnMapping } from './rules/column-mapping.ts';
import { expressionText } from './rules/expression-text.ts';
import type { ScriptRuntime } from '../plan/operators/opaque.ts';
import { oneOfMessage } from './rules/one-of-message.ts';

/** A field of the config form of a node. */
export interface ConfigField {
  readonly key: string;
  readonly label: string;
  readonly type:
    | 'string'
    | 'number'
    | 'integer'
    | 'boolean'
    | 'select'
    | 'string_list'
    | 'column'
    | 'column_list'
    /** An object with text keys. */
    | 'mapping'
    /** Any JSON value. */
    | 'json';
  readonly required: boolean;
  readonly default?: JsonValue;
  readonly placeholder?: string;
  readonly help?: string;
  /** Only for `select`. */
  readonly options?: readonly string[];
  readonly min?: number;
  readonly max?: number;
}

/** How a config key is read before its schema parses it. */
export interface FieldReading {
  /** What null stands for: a key that is not given, or false. Default: null, which most schemas refuse. */
  readonly nullMeans?: 'absent' | 'false';
  /** An empty text stands for a key that is not given. */
  readonly emptyIsAbsent?: true;
  /** A repeated or empty name of a list is dropped. */
  readonly dropsRepeats?: true;
  /** Brings a value into its main form, if the key has others too. */
  readonly mainForm?: (value: JsonValue) => JsonValue;
  /** A list of one name stands for the name. */
  readonly oneOfList?: true;
  /**
   * Whether a config must have the key, although the form shows a default: without it data would be lost or
   * changed. The config has the defaults of its other keys. Default: whether the field is `required`.
   */
  readonly requiredWhen?: (config: JsonObject) => boolean;
  /** Whether the node reads the key; else nothing checks it. The config has its defaults. Default: always. */
  readonly readWhen?: (config: JsonObject) => boolean;
}

/** A config key: how the form shows it, and the schema that parses its value. */
export interface FormField<T> extends FieldReading, Omit<ConfigField, 'key' | 'options'> {
  readonly options?: readonly string[] | undefined;
  readonly schema: z.ZodType<T>;
  readonly isExpression?: true;
  /** The program that executes the text. */
  readonly runtime?: ScriptRuntime;
  /** A former name of another key: configs may have it, and neither form nor catalogue shows it. */
  readonly isFormer?: true;
}

/** The form of a node by config key. */
export type Form = Readonly<Record<string, FormField<unknown>>>;

/** The config that a form describes. */
export type FormConfig<F extends Form> = {
  readonly [Key in keyof F]: F[Key] extends FormField<infer T> ? T : never;
};

/** What a field of any type may state. A field without a default is required unless it says otherwise. */
interface FieldOptions extends FieldReading {
  readonly help?: string;
  readonly placeholder?: string;
  readonly required?: boolean;
}

/** The name of one column. */
export function columnField(label: string, options: FieldOptions = {}): FormField<string> {
  return { label, type: 'column', required: true, ...options, schema: columnName };
}

/** The name of one column; an empty text or null stands for none. */
export function optionalColumnField(label: string, options: FieldOptions = {}): FormField<string> {
  const schema = z.string('a column name must be text');
  const none = { required: false, default: '', nullMeans: 'absent' } as const;
  return { label, type: 'column', ...none, ...options, schema };
}

/** The names of at least one column. */
export function columnsField(
  label: string,
  options: FieldOptions = {},
): FormField<readonly string[]> {
  return { label, type: 'column_list', required: true, ...options, schema: columnList };
}

/** The names of columns; an empty list, an empty text or null stands for all. */
export function optionalColumnsField(
  label: string,
  options: FieldOptions = {},
): FormField<readonly string[]> {
  const schema = optionalColumnList;
  const none = { required: false, default: [], nullMeans: 'absent' } as const;
  return { label, type: 'column_list', ...none, ...options, schema };
}

/** A whole number. */
export function integerField(
  label: string,
  options: FieldOptions & {
    readonly min?: number;
    readonly max?: number;
    readonly default?: number;
  },
): FormField<number> {
  const { min, max } = options;
  const whole = z.int('must be a whole number');
  const atLeast = min === undefined ? whole : whole.min(min, `must be ${min} or more`);
  const schema = max === undefined ? atLeast : atLeast.max(max, `must be ${max} or less`);
  return { label, type: 'integer', required: options.default === undefined, ...options, schema };
}

/** One of several values. @param spellings what other tools call them, for hints */
export function selectField<const T extends string>(
  label: string,
  values: readonly T[],
  options: FieldOptions & {
    readonly default: NoInfer<T>;
    readonly message?: string;
    readonly spellings?: Readonly<Record<string, NoInfer<T>>>;
  },
): FormField<T> {
  const { message, spellings = {}, ...shown } = options;
  const error = message ?? oneOfMessage({ values, spellings });
  const schema = z.enum(values, { error }) as unknown as z.ZodType<T>;
  return { label, type: 'select', required: false, ...shown, options: values, schema };
}

/** How a selection reads a text that it does not have: as its default. `ignoredChoice` has the warning. */
export function otherTextIs<T extends string>(
  values: readonly T[],
  fallback: NoInfer<T>,
): FieldReading {
  const isOther = (value: JsonValue): boolean =>
    typeof value === 'string' && !values.some((each) => each === value);
  return { nullMeans: 'absent', mainForm: (value) => (isOther(value) ? fallback : value) };
}

/** A switch; null is false. */
export function booleanField(
  label: string,
  options: FieldOptions & { readonly default: boolean },
): FormField<boolean> {
  return {
    label,
    type: 'boolean',
    required: false,
    nullMeans: 'false',
    ...options,
    schema: z.boolean('must be true or false'),
  };
}

/** An expression of the expression language. */
export function expressionField(label: string, options: FieldOptions = {}): FormField<string> {
  const help =
    'Columns by name, in backticks if the name has special characters; {{ name }} is a parameter.';
  return {
    label,
    type: 'string',
    required: true,
    help,
    ...options,
    schema: expressionText,
    isExpression: true,
  };
}

/** An object from column names to values. @param message the error for a value that is not an object */
export function mappingField<T>(
  label: string,
  value: z.ZodType<T>,
  message: string,
  options: FieldOptions = {},
): FormField<Readonly<Record<string, T>>> {
  const schema = columnMapping(value, message);
  return { label, type: 'mapping', required: true, ...options, schema };
}

/** A text. @param schema parses the text; its messages are shown to users */
export function textField(
  label: string,
  schema: z.ZodType<string>,
  options: FieldOptions & { readonly default?: string } = {},
): FormField<string> {
  return { label, type: 'string', required: options.default === undefined, ...options, schema };
}

/** The body of a function of `df`, in the language of a runtime. */
export function scriptField(
  label: string,
  runtime: ScriptRuntime,
  options: FieldOptions & { readonly default: string },
): FormField<string> {
  const schema = z
    .string('must be a text')
    .refine((text) => text.trim() !== '', 'must not be empty');
  return { label, type: 'string', required: true, ...options, schema, runtime };
}

/** The fields in the form of the catalogue. */
export function fieldsOf(form: Form): readonly ConfigField[] {
  const shown = Object.entries(form).filter(([, { isFormer = false }]) => !isFormer);
  return shown.map(([key, field]) => {
    const { label, type, required, options, min, max, placeholder, help } = field;
    return {
      key,
      label,
      type,
      required,
      ...(field.default === undefined ? {} : { default: field.default }),
      ...(options === undefined ? {} : { options }),
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
      ...(placeholder === undefined ? {} : { placeholder }),
      ...(help === undefined ? {} : { help }),
    };
  });
}

/** The defaults of the form; a required field without one is empty. */
export function defaultConfigOf(form: Form): JsonObject {
  return Object.fromEntries(
    Object.entries(form).flatMap(([key, field]): [string, JsonValue][] => {
      if (field.default !== undefined) return [[key, field.default]];
      return field.required ? [[key, EMPTY[field.type]]] : [];
    }),
  );
}

const EMPTY: Readonly<Record<ConfigField['type'], JsonValue>> = {
  string: '',
  number: null,
  integer: null,
  boolean: false,
  select: '',
  string_list: [],
  column: '',
  column_list: [],
  mapping: {},
  json: null,
};
