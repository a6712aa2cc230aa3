import type { Request, RequestHandler } from 'express';
import { ApiError } from '../errors.ts';

/**
 * Answers 405 with the methods that the path does take; where it takes GET, it takes HEAD.
 * @param methods in lower case
 * @param insteadOfGet what a caller who meant to read is told, with `{name}` for parameters of the path
 */
export function methodNotAllowed(
  methods: readonly string[],
  insteadOfGet?: string,
): RequestHandler {
  const taken = methods.includes('get') ? [...methods, 'head'] : methods;
  const allow = taken
    .map((method) => method.toUpperCase())
    .sort()
    .join(', ');
  return ({ method, params }) => {
    const isRead = method === 'GET' || method === 'HEAD';
    const hint = isRead && insteadOfGet !== undefined ? ` ${filled(insteadOfGet, params)}` : '';
    const detail = `Method Not Allowed: this path takes ${allow}, not ${method}.${hint}`;
    throw new ApiError(405, detail, { Allow: allow });
  };
}

function filled(template: string, params: Request['params']): string {
  return template.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(params[name])),
  );
}
