import type { RequestHandler } from 'express';

/** Sets the security headers of every response. */
export function securityHeaders(): RequestHandler {
  return (_request, response, next) => {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('X-Frame-Options', 'DENY');
    response.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin');
    response.vary('Origin');
    next();
  };
}
