import type { Request, RequestHandler } from 'express';
import { equalSecrets } from './constant-time.ts';
import { ApiError } from './errors.ts';

/** The webhook trigger has its own secret. */
const TRIGGER = /^\/api\/flows\/[^/]+\/trigger$/;

/**
 * Asks every `/api` request but preflights and the webhook trigger for the API token, as
 * `Authorization: Bearer` or `X-Service-Token`; one right token is enough.
 */
export function tokenAuth(token: string): RequestHandler {
  return (request, _response, next) => {
    if (
      !isExempt(request) &&
      !presentedTokens(request).some((given) => equalSecrets(given, token))
    ) {
      throw new ApiError(401, 'A valid API token is required', { 'WWW-Authenticate': 'Bearer' });
    }
    next();
  };
}

function isExempt(request: Request): boolean {
  const isApi = request.path === '/api' || request.path.startsWith('/api/');
  return request.method === 'OPTIONS' || !isApi || TRIGGER.test(request.path);
}

function presentedTokens(request: Request): string[] {
  const authorization = request.get('authorization') ?? '';
  const bearer = /^bearer /i.test(authorization)
    ? authorization.slice('bearer '.length).trim()
    : undefined;
  return [bearer, request.get('x-service-token')].filter((token) => token !== undefined);
}
