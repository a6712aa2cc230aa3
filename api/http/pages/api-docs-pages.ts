import { Router, type RequestHandler } from 'express';
import { createRequire } from 'node:module';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { OpenApiDocument } from '../../openapi/document.ts';
import { lazy } from '../lazy.ts';

/** Serves `/openapi.json`, Swagger UI at `/docs` and ReDoc at `/redoc`, all without a CDN. */
export function apiDocsPages(document: () => OpenApiDocument): Router {
  const router = Router();
  const text = lazy(() => exactJson.stringify(document()));
  router.get('/openapi.json', (_request, response) => {
    response.locals.route = '/openapi.json';
    response.type('application/json').send(text());
  });
  router.use('/docs', swaggerUi());
  router.get('/redoc', (_request, response) => {
    response.locals.route = '/redoc';
    response.setHeader('Content-Security-Policy', REDOC_SOURCES);
    response.type('html').send(REDOC_PAGE);
  });
  router.get('/redoc/redoc.standalone.js', (_request, response) => {
    response.locals.route = '/redoc';
    const file = createRequire(import.meta.url).resolve('redoc/bundles/redoc.standalone.js');
    response.sendFile(file, { maxAge: '1d', dotfiles: 'allow' });
  });
  return router;
}

/** The package is loaded on the first visit, since most processes never serve the page. */
function swaggerUi(): RequestHandler {
  const load = lazy(async () => {
    const { default: swagger } = await import('swagger-ui-express');
    const router = Router();
    const page = swagger.generateHTML(undefined, {
      customSiteTitle: 'Millrace API',
      swaggerOptions: { url: '/openapi.json' },
    });
    // The page has no trailing slash in its URL, so relative links would not resolve.
    const rooted = page.replaceAll(/(href|src)="\.\//g, '$1="/docs/');
    router.get('/', (_request, response) => response.type('html').send(rooted));
    return router.use(...swagger.serve);
  });
  return async (request, response, next) => {
    response.locals.route = '/docs';
    (await load())(request, response, next);
  };
}

/** The policy blocks the logo that ReDoc loads from its vendor; ReDoc then omits it. */
const REDOC_SOURCES = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const REDOC_PAGE = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Millrace API</title>
    <style>body { margin: 0 }</style>
  </head>
  <body>
    <redoc spec-url="/openapi.json" disable-search="false"></redoc>
    <script src="/redoc/redoc.standalone.js"></script>
  </body>
</html>
`;
