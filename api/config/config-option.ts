import { z } from 'zod';

/** One thing that an operator can set: by environment variable, and some by a flag of `serve`. */
export interface ConfigOption<T> {
  readonly env: string;
  /** The flag of `serve` that outranks the variable, as commander writes it; `--no-…` means false. Absent: none. */
  readonly flag?: string;
  readonly description: string;
  /** What a flag `--no-…` does; absent for any other. */
  readonly negated?: string;
  /** The text used when the variable is absent; null for none. */
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

/** Where `fetch` sends to: it takes no credentials in a URL, and its error would repeat them. */
export const fetchedUrl = httpUrl.refine((url) => {
  // What is no URL is refused by now, and comes here all the same.
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

/** `NAME=VALUE` pairs separated by commas, the values percent-encoded, as OpenTelemetry writes them. */
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

/** @throws URIError when the pair has no name, or its value is not percent-encoded or unfit for a header */
function headerOf(pair: string): [string, string] {
  const [name = '', ...value] = pair.split('=');
  if (value.length === 0 || !HEADER_NAME.test(name.trim())) throw new URIError();
  const decoded = decodeURIComponent(value.join('=').trim());
  // Whoever sends it would fail with an error that repeats it.
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
