import { Router, type Request, type Response } from 'express';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, 'landing-page');

/** The page uses only its own script, style and server, and cannot be framed. */
const PAGE_SOURCES = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What the page shows of the service. */
export interface LandingFacts {
  readonly version: string;
  /** Whether the metrics are on the port of the page. */
  readonly hasMetrics: boolean;
}

/** Serves `GET /`: the status page for browsers, and JSON with the links for every other client. */
export function landing({ version, hasMetrics }: LandingFacts): Router {
  const router = Router();
  router.get('/', (request, response) => {
    response.locals.route = '/';
    response.vary('Accept');
    if (prefersHtml(request)) {
      response.setHeader('Content-Security-Policy', PAGE_SOURCES);
      sendFile(response, 'page.html');
      return;
    }
    response.json({
      name: 'Millrace',
      version,
      docs: '/docs',
      redoc: '/redoc',
      openapi: '/openapi.json',
      ...(hasMetrics ? { metrics: '/metrics' } : {}),
    });
  });
  // Browsers request it with every page that names no icon, e.g. a JSON response.
  router.get('/favicon.ico', (_request, response) => {
    response.locals.route = '/favicon.ico';
    response.status(204).setHeader('Cache-Control', 'public, max-age=86400').end();
  });
  for (const file of ['page.js', 'page.css']) {
    router.get(`/landing/${file}`, (_request, response) => {
      response.locals.route = `/landing/${file}`;
      sendFile(response, file);
    });
  }
  return router;
}

/** Browsers accept HTML explicitly. Clients that accept anything, such as curl, get JSON. */
function prefersHtml(request: Request): boolean {
  return request.accepts(['json', 'html']) === 'html';
}

/** `no-cache` makes browsers revalidate, so that the page matches the version of the server. */
function sendFile(response: Response, file: string): void {
  response.sendFile(file, {
    root: FOLDER,
    cacheControl: false,
    headers: { 'Cache-Control': 'no-cache' },
  });
}
