import { exactReplacer } from '../runner/domain/exact-json.ts';
import express, { type Express } from 'express';
import type { RequestListener } from 'node:http';
import type { Config } from './config.ts';
import type { Feature } from './features/feature.ts';
import { TAGS } from './compose-features.ts';
import { apiDocsPages } from './http/api-docs-pages.ts';
import { chunkedOnly } from './http/chunked-only.ts';
import { compress } from './http/compress.ts';
import { cors } from './http/cors.ts';
import { errorMiddleware } from './http/error-middleware.ts';
import { landing, unknownPath } from './http/landing.ts';
import { leftoverBody } from './http/leftover-body.ts';
import { mountRoutes } from './http/mount-routes.ts';
import { onceNeeded } from './http/once-needed.ts';
import { originGuard } from './http/origin-guard.ts';
import { plainUrl } from './http/plain-url.ts';
import { parseQuery } from './http/query-parser.ts';
import { referencePages } from './http/reference-pages.ts';
import { requestId } from './http/request-id.ts';
import { requestLog } from './http/request-log.ts';
import { metricsPage, requestMetrics } from './http/request-metrics.ts';
import { requestSpans } from './http/request-spans.ts';
import { securityHeaders } from './http/security-headers.ts';
import { StreamTickets } from './http/stream-tickets.ts';
import { tokenAuth } from './http/token-auth.ts';
import { traceContext } from './http/trace-context.ts';
import { isTextLog } from './logger.ts';
import type { Platform } from './platform.ts';
import { openApiDocument } from './openapi/document.ts';
import { openApiValidator } from './openapi/request-validator.ts';

export interface AppOptions {
  readonly platform: Pick<Platform, 'config' | 'logger' | 'metrics' | 'newId' | 'now' | 'spans'>;
  readonly features: readonly Feature[];
  readonly version: string;
  /** Semaphore an answer that differs from the OpenAPI document into a 500: for tests. */
  readonly validateResponses: boolean;
}

export interface App {
  readonly handle: RequestListener;
  /** Makes what the first request to the API would wait for: the document, and its validator. */
  readonly prepare: () => Promise<void>;
}

/** Puts the features behind the HTTP edge. The order of the parts is the order of a request. */
export function createApp({ platform, features, version, validateResponses }: AppOptions): App {
  const { config, logger, metrics, newId, now, spans } = platform;
  const routes = features.flatMap((feature) => feature.routes);
  const document = onceNeeded(() => openApiDocument(routes, { version, tags: TAGS }));
  const validator = onceNeeded(() => openApiValidator(document(), { validateResponses }));
  const app = bareApp();
  app.use(requestId(newId), traceContext(newId, spans !== null));
  app.use(
    requestLog(logger, { isQuiet: isTextLog(config) }),
    requestMetrics(metrics),
    leftoverBody(),
    chunkedOnly(),
  );
  if (spans !== null) app.use(requestSpans(spans));
  app.use(securityHeaders(), cors(config.corsOrigins), compress());
  app.use(accessControl(config, now), plainUrl());
  app.get('/metrics', metricsPage(metrics));
  app.use(referencePages(), apiDocsPages(document));
  mountRoutes(app, routes, {
    validator,
    validatesResponses: validateResponses,
    maxJsonBytes: config.maxJsonBodyMb * 1024 * 1024,
  });
  app.use(landing(version), unknownPath());
  app.use(errorMiddleware(logger));
  return {
    handle: app,
    prepare: async () => {
      await validator();
    },
  };
}

function bareApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('query parser', parseQuery);
  app.set('strict routing', true);
  app.set('case sensitive routing', true);
  app.set('json replacer', exactReplacer);
  return app;
}

/** A token makes the guard needless: a foreign page has none to send. */
function accessControl(config: Config, now: () => Date): express.RequestHandler {
  const { apiToken } = config;
  if (apiToken === null) return originGuard(config);
  return tokenAuth(apiToken, new StreamTickets(apiToken, now));
}
