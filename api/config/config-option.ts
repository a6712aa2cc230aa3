import { z } from 'zod';

/** An option of the service: an environment variable, and for some a flag of `serve`. */
export interface ConfigOption<T> {
  readonly env: string;
  /** The flag of `serve` that overrides the variable, in the syntax of commander; `--no-…` means false. */
  readonly flag?: string;
  readonly description: string;
  /** The description of a `--no-…` flag. */
  readonly negated?: string;
  /** The default, as text; null for none. */
  readonly fallback: string | null;
  /** Never logged, never shown. */
  readonly secret?: boolean;
  readonly schema: z.ZodType<T, string>;
}

export const text = z.string().trim().min(1, 'must not be blank');
export const flag = z.stringbool({ error: 'must be true or false' });
export const httpUrl = z.url({
  protocol: /^https?$/,
  error: 'must be a URL that starts with http:// or https://',
});

/** A URL for `fetch`, which rejects credentials in a URL with an error that repeats them. */
export const fetchedUrl = httpUrl.refine((url) => {
  // An invalid URL has an issue already, but zod calls this refinement too.
  const { username = '', password = '' } = URL.parse(url) ?? {};
  return username === '' && password === '';
}, 'must name no user and no password: give them as a header');

export function integer(min: number, max: number): z.ZodType<number, string> {
  const rule = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, rule)
    .transform(Number)
    .pipe(z.int(rule).min(min, rule).max(max, rule));
}

export function choice<const T extends readonly string[]>(values: T): z.ZodType<T[number], string> {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` });
}

export const textList = z.string().transform((value, context) => {
  const parsed = z.array(z.string()).safeParse(parseJson(value));
  if (parsed.success) return parsed.data;
  context.addIssue({ code: 'custom', message: 'must be a JSON list of texts, e.g. ["a","b"]' });
  return z.NEVER;
});

/** `NAME=VALUE` pairs separated by commas with percent-encoded values, as OpenTelemetry defines them. */
export const headerList = z.string().transform((value, context): Record<string, string> => {
  const pairs = value.split(',').filter((pair) => pair.trim() !== '');
  try {
    return Object.fromEntries(pairs.map(headerOf));
  } catch {
    context.addIssue({ code: 'custom', message: 'must be NAME=VALUE pairs, e.g. a=1,b=2' });
    return z.NEVER;
  }
});

export function required<T>(
  option: ConfigOption<T> & { readonly fallback: string },
): ConfigOption<T> {
  return option;
}

export function optional<T>(option: Omit<ConfigOption<T>, 'fallback'>): ConfigOption<T | null> {
  return { ...option, fallback: null };
}

/** @throws URIError when the name is missing, or the value is not percent-encoded or not valid in a header */
function headerOf(pair: string): [string, string] {
  const [name = '', ...value] = pair.split('=');
  if (value.length === 0 || !HEADER_NAME.test(name.trim())) throw new URIError();
  const decoded = decodeURIComponent(value.join('=').trim());
  // `fetch` would reject it with an error that repeats the value.
  if (!HEADER_VALUE.test(decoded)) throw new URIError();
  return [name.trim(), decoded];
}

const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
