import type { Request, RequestHandler } from 'express';
import { ApiError } from '../errors.ts';

/**
 * Answers 405 with the allowed methods. GET includes HEAD.
 * @param methods in lower case
 * @param insteadOfGet a hint for clients that sent GET, with `{name}` for path parameters
 */
export function methodNotAllowed(
  methods: readonly string[],
  insteadOfGet?: string,
): RequestHandler {
  const allowed = methods.includes('get') ? [...methods, 'head'] : methods;
  const allow = allowed
    .map((method) => method.toUpperCase())
    .sort()
    .join(', ');
  return ({ method, params }) => {
    const isRead = method === 'GET' || method === 'HEAD';
    const hint =
      isRead && insteadOfGet !== undefined ? ` ${fillTemplate(insteadOfGet, params)}` : '';
    const detail = `Method Not Allowed: this path takes ${allow}, not ${method}.${hint}`;
    throw new ApiError(405, detail, { Allow: allow });
  };
}

function fillTemplate(template: string, params: Request['params']): string {
  return template.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    encodeURIComponent(String(params[name])),
  );
}
