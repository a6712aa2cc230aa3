import {
  checkParseOption,
  checkParseOptions,
  type CheckedOptions,
} from '../../../domain/check-parse-options.ts';
import { encodingMeant } from '../../../domain/encoding-spellings.ts';
import { UserError } from '../../../domain/errors.ts';
import type { JsonObject, JsonValue } from '../../../domain/json.ts';
import {
  appliesTo,
  helpWithFormats,
  PARSE_OPTION_NAMES,
  PARSE_OPTIONS,
  type ParseOptionForm,
  type ParseOptionName,
} from '../../../domain/parse-option-facts.ts';
import { parseOptionValue } from '../../../domain/parse-option-text.ts';
import type { ConnectionField, ConnectionForm } from '../../connection-form.ts';
import type { IgnoredOption } from '../../provider.ts';

/** What a page can be. */
const PAGE_FORMATS = ['csv', 'json'] as const;
export type PageFormat = (typeof PAGE_FORMATS)[number];

/** A connection has named the place of records by this key since before there was the parse option `records`. */
const RECORDS_PATH = 'records_path';

/** The parse options that a connection has, in the order in which they are shown. */
const NAMES: readonly ParseOptionName[] = PARSE_OPTION_NAMES.filter(
  (name) => name !== 'records' && PAGE_FORMATS.some((format) => appliesTo(name, format)),
);

const TYPES = {
  choice: 'select',
  text: 'string',
  texts: 'string',
  names: 'json',
  integer: 'integer',
  boolean: 'boolean',
} as const satisfies Readonly<Record<ParseOptionForm['kind'], ConnectionField['type']>>;

/** A field of the form of a connection for each parse option. */
export const PAGE_OPTION_FORM: ConnectionForm = NAMES.map((name) => {
  const { label, form } = PARSE_OPTIONS[name];
  return {
    key: `options.${name}`,
    label,
    type: TYPES[form.kind],
    required: false,
    help: helpWithFormats(name, PAGE_FORMATS),
    ...(form.kind === 'choice' ? { options: form.choices } : {}),
    ...(form.kind === 'integer' ? { min: 0, max: form.max } : {}),
  };
});

/**
 * The parse options of a connection, also as texts. Null or an empty text: it is not given.
 * @throws UserError that names the option
 */
export function pageOptions(options: JsonObject): CheckedOptions {
  const stated = NAMES.filter((name) => isStated(options[name]));
  const checked: CheckedOptions = Object.fromEntries(
    stated.flatMap((name): [string, unknown][] => {
      const value = checkedValue(name, options[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  try {
    checkParseOptions('csv', checked);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`Of the options, ${error.message}`, { cause: error });
  }
  return checked;
}

/** Those of the options that pages of a format have. */
export function optionsOfFormat(format: PageFormat, options: CheckedOptions): CheckedOptions {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) =>
      NAMES.some((each) => each === name && appliesTo(each, format)),
    ),
  );
}

/**
 * The options that a connection states and its pages do not have.
 * @param format auto: of no format
 */
export function ignoredPageOptions(
  format: PageFormat | 'auto',
  options: JsonObject,
): readonly IgnoredOption[] {
  const formats = format === 'auto' ? PAGE_FORMATS : [format];
  const named = formats.map((each) => each.toUpperCase()).join(' and ');
  const useless = PARSE_OPTION_NAMES.filter(
    (name) => name === 'records' || !formats.some((each) => appliesTo(name, each)),
  );
  const names: readonly string[] = format === 'csv' ? [...useless, RECORDS_PATH] : useless;
  return names
    .filter((name) => isStated(options[name]))
    .map((option) => {
      const why =
        option === 'records' && format !== 'csv'
          ? `options.${RECORDS_PATH} has the keys that lead to the records`
          : `${named} pages do not have it`;
      return { option, message: `"options.${option}" is ignored, since ${why}.` };
    });
}

function isStated(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== '';
}

function checkedValue(name: ParseOptionName, value: JsonValue | undefined): unknown {
  try {
    return checkParseOption(
      name,
      typeof value === 'string' ? parseOptionValue(name, value) : value,
    );
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(messageOf(name, value, error), { cause: error });
  }
}

/** The message for a choice of a file has the value, which a connection must not repeat. */
function messageOf(name: ParseOptionName, value: JsonValue | undefined, error: UserError): string {
  const { form } = PARSE_OPTIONS[name];
  if (form.kind !== 'choice') return `options.${error.message}`;
  const listed = form.choices.map((each) => (each === '\t' ? '"\\t"' : `"${each}"`)).join(', ');
  const meant = name === 'encoding' && typeof value === 'string' ? encodingMeant(value) : undefined;
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  return `options.${name} must be one of ${listed}.${hint}`;
}
