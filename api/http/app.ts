import { exactReplacer } from '../../runner/domain/exact-json.ts';
import express, { type Express } from 'express';
import type { RequestListener } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import type { Feature } from '../features/feature.ts';
import { TAGS } from '../create-features.ts';
import { apiDocsPages } from './pages/api-docs-pages.ts';
import { transferEncodingCheck } from './middleware/transfer-encoding-check.ts';
import { compress } from './middleware/compress.ts';
import { cors } from './middleware/cors.ts';
import { errorHandler } from './middleware/error-handler.ts';
import { landing } from './pages/landing.ts';
import { notFound } from './routing/not-found.ts';
import { drainRequestBody } from './middleware/drain-request-body.ts';
import { mountRoutes } from './routing/mount-routes.ts';
import { lazy } from './lazy.ts';
import { hostGuard } from './auth/host-guard.ts';
import { originGuard } from './auth/origin-guard.ts';
import { nulCharacterCheck } from './middleware/nul-character-check.ts';
import { parseQuery } from './requests/parse-query.ts';
import { referencePages } from './pages/reference-pages.ts';
import { requestId } from './middleware/request-id.ts';
import { requestLog } from './middleware/request-log.ts';
import { metricsPage, requestMetrics } from './middleware/request-metrics.ts';
import { requestSpans } from './middleware/request-spans.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import { StreamTickets } from './auth/stream-tickets.ts';
import { tokenAuth } from './auth/token-auth.ts';
import { traceContext } from './middleware/trace-context.ts';
import { isTextLog } from '../logging/logger.ts';
import type { Platform } from '../platform.ts';
import { openApiDocument } from '../openapi/document.ts';
import { primeValidator } from '../openapi/prime-validator.ts';
import { openApiValidator, type CreateValidator } from '../openapi/request-validator.ts';

export interface AppOptions {
  readonly platform: Pick<Platform, 'config' | 'logger' | 'metrics' | 'newId' | 'now' | 'spans'>;
  readonly features: readonly Feature[];
  readonly version: string;
  /**
   * For tests: creates handlers that also answer 500 when a response differs from the OpenAPI document.
   * Undefined: only requests are validated.
   */
  readonly createValidator: CreateValidator | undefined;
}

export interface App {
  readonly handle: RequestListener;
  /** Builds the OpenAPI document and its validator, with their schemas, ahead of the first request. */
  readonly prepare: () => Promise<void>;
}

/** Builds the Express application. Middleware is registered in the order in which a request passes it. */
export function createApp({ platform, features, version, createValidator }: AppOptions): App {
  const { config, logger, metrics, newId, now, spans } = platform;
  const routes = features.flatMap((feature) => feature.routes);
  const document = lazy(() => openApiDocument(routes, { version, tags: TAGS }));
  const validator = lazy(() => (createValidator ?? requestValidator)(document()));
  const app = bareApp();
  app.use(requestId(newId), traceContext(newId, spans !== null));
  app.use(
    requestLog(logger, { isQuiet: isTextLog(config) }),
    requestMetrics(metrics),
    drainRequestBody(),
    transferEncodingCheck(),
  );
  if (spans !== null) app.use(requestSpans(spans));
  app.use(securityHeaders(), cors(config.corsOrigins), compress());
  app.use(...accessControl(config, now), nulCharacterCheck());
  if (config.metricsPort === null) app.get('/metrics', metricsPage(metrics));
  app.use(referencePages(), apiDocsPages(document));
  mountRoutes(app, routes, {
    document,
    validator,
    validatesResponses: createValidator !== undefined,
    maxJsonBytes: config.maxJsonBodyMb * 1024 * 1024,
  });
  app.use(landing({ version, hasMetrics: config.metricsPort === null }), notFound());
  app.use(errorHandler(logger));
  return {
    handle: app,
    prepare: async () => {
      const handlers = await validator();
      // Requests that came meanwhile are answered first.
      await nextTurn();
      await primeValidator(handlers, app, FIRST_PATH);
    },
  };
}

/** Of the request that most callers send first: see `primeValidator`. */
export const FIRST_PATH = '/api/flows/first/runs';

const requestValidator: CreateValidator = (document) =>
  openApiValidator(document, { validateResponses: false });

function bareApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', parseQuery);
  app.set('strict routing', true);
  app.set('case sensitive routing', true);
  app.set('json replacer', exactReplacer);
  return app;
}

/** The guards are needed only without a token: a foreign page has no token to send. */
function accessControl(config: Config, now: () => Date): readonly express.RequestHandler[] {
  const { apiToken } = config;
  if (apiToken === null) return [hostGuard(config), originGuard(config)];
  return [tokenAuth(apiToken, new StreamTickets(apiToken, now))];
}
