import type { Request, RequestHandler } from 'express';
import { equalSecrets } from './equal-secrets.ts';
import { ApiError } from '../errors.ts';
import type { StreamTickets } from './stream-tickets.ts';

/** The webhook trigger has its own secret. */
const TRIGGER = /^\/api\/flows\/[^/]+\/trigger$/;

/** The streams that an EventSource opens. It cannot send a token. */
const STREAM = /^\/api\/runs\/([^/]+)\/(?:events|logs\/stream)$/;

/**
 * Requires the API token on every `/api` request except preflights and the webhook trigger, as
 * `Authorization: Bearer` or `X-Service-Token`. One valid token is enough. The streams of a run accept a
 * ticket instead.
 */
export function tokenAuth(token: string, tickets: StreamTickets): RequestHandler {
  return (request, _response, next) => {
    const hasToken = presentedTokens(request).some((given) => equalSecrets(given, token));
    if (!hasToken && !isExempt(request) && !hasTicket(request, tickets)) {
      throw new ApiError(401, 'A valid API token is required', { 'WWW-Authenticate': 'Bearer' });
    }
    next();
  };
}

function hasTicket({ method, path, query }: Request, tickets: StreamTickets): boolean {
  const runId = method === 'GET' ? STREAM.exec(path)?.[1] : undefined;
  const { ticket } = query;
  return runId !== undefined && typeof ticket === 'string' && tickets.accepts(ticket, runId);
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
