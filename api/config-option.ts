import { z } from 'zod';

/** One thing that an operator can set: by environment variable, and some by a flag of `serve`. */
export interface ConfigOption<T> {
  readonly env: string;
  /** The flag of `serve` that outranks the variable, as commander writes it; `--no-…` means false. Absent: none. */
  readonly flag?: string;
  readonly description: string;
  /** The text used when the variable is absent; null for none. */
  readonly fallback: string | null;
  /** Never logged, never shown. */
  readonly secret?: boolean;
  readonly schema: z.ZodType<T, string>;
}

export const text = z.string().trim().min(1);
export const flag = z.stringbool();

export function integer(min: number, max: number): z.ZodType<number, string> {
  return z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max));
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
  const headers = pairs.map((pair) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(pair));
  try {
    return Object.fromEntries(
      headers.map((match) => {
        if (match === null) throw new URIError();
        return [match[1] ?? '', decodeURIComponent(match[2] ?? '')];
      }),
    );
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
