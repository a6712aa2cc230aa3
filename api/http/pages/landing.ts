import { Router, type Request, type RequestHandler, type Response } from 'express';
import path from 'node:path';
import { ApiError } from '../errors.ts';

const FOLDER = path.join(import.meta.dirname, 'landing-page');

/** The page loads its own script and style, asks its own server, and is shown in no frame. */
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

/**
 * `GET /`: for a browser a page of what runs, for every other client JSON that says who this is and
 * where to read on; and the files that the page loads.
 */
export function landing(version: string): Router {
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
    });
  });
  // Browsers ask for it beside any page that names no icon, such as an answer in JSON.
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

/** Browsers name HTML; what takes anything, as curl does, or names neither gets JSON. */
function prefersHtml(request: Request): boolean {
  return request.accepts(['json', 'html']) === 'html';
}

/** Asked for again each time, and sent again only when it has changed: the page is that of this version. */
function sendFile(response: Response, file: string): void {
  response.sendFile(file, {
    root: FOLDER,
    cacheControl: false,
    headers: { 'Cache-Control': 'no-cache' },
  });
}

/** The longest path that an answer repeats, in characters. */
const MAX_SHOWN_PATH = 200;

/** Whatever no route took. */
export function unknownPath(): RequestHandler {
  return ({ path: asked }) => {
    const shown = asked.length > MAX_SHOWN_PATH ? `${asked.slice(0, MAX_SHOWN_PATH)}…` : asked;
    throw new ApiError(404, `Not Found: there is no path ${shown}. All paths: /docs`);
  };
}
