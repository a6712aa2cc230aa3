import type { Request, RequestHandler, Response, Router } from 'express';
import { z } from 'zod';
import type { OpenApiDocument } from '../../openapi/document.ts';
import type { JsonReply, Route } from '../../openapi/route.ts';
import { bodyWithWarnings, ignoredFieldsOf } from '../responses/body-with-warnings.ts';
import { ValidationFailedError } from '../errors.ts';
import type { ValidationIssue } from '../errors.ts';
import { jsonBody } from '../requests/json-body.ts';
import { misspeltQueryCheck } from '../middleware/misspelt-query-check.ts';
import { methodNotAllowed } from './method-not-allowed.ts';
import { notFound } from './not-found.ts';
import { lazy } from '../lazy.ts';
import { openApiIssues } from '../requests/openapi-issues.ts';
import type { RequestPart } from '../requests/validation-issues.ts';
import { sendItems } from '../responses/send-items.ts';
import { parsePart } from '../requests/validation-issues.ts';

export interface MountOptions {
  /** Loads the handlers that validate a request against the OpenAPI document. It is called on first use. */
  readonly validator: () => Promise<readonly RequestHandler[]>;
  /** Whether these handlers validate responses too. Then every route uses them. */
  readonly validatesResponses: boolean;
  readonly maxJsonBytes: number;
  /** The OpenAPI document of the routes, which is built on first use. */
  readonly document: () => OpenApiDocument;
}

/**
 * Registers every declared route, and 405 for the other methods of its path. Express answers HEAD with the
 * handler of GET. Paths without parameters come first, since a path with parameters can match them.
 */
export function mountRoutes(
  router: Router,
  declared: readonly Route[],
  options: MountOptions,
): void {
  const routes = declared.toSorted((a, b) => countParameters(a) - countParameters(b));
  const paths = Map.groupBy(routes, (route) => route.path);
  const checks: Checks = { ...options, misspeltQuery: misspeltQueryCheck(options.document) };
  for (const route of routes)
    router[route.method](expressPath(route.path), ...chain(route, checks));
  for (const [path, ofPath] of paths) {
    if (ofPath.some((route) => route.isUnknownToGet === true)) {
      router.get(expressPath(path), notFound());
    }
    router.all(expressPath(path), notAllowed(ofPath));
  }
}

function notAllowed(routes: readonly Route[]): RequestHandler {
  const hint = routes.find((route) => route.insteadOfGet !== undefined)?.insteadOfGet;
  return methodNotAllowed(
    routes.map((route) => route.method),
    hint,
  );
}

function countParameters({ path }: Route): number {
  return path.split('{').length - 1;
}

function expressPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

interface Checks extends MountOptions {
  readonly misspeltQuery: (route: Route) => RequestHandler;
}

function chain(route: Route, options: Checks): RequestHandler[] {
  const queryCheck = route.request?.query === undefined ? [] : [options.misspeltQuery(route)];
  const validator = needsValidator(route, options)
    ? [sequence(options.validator, deferFailure)]
    : [];
  const template: RequestHandler = (request, response, next) => {
    response.locals.route = route.path;
    // Copied, since the validator converts texts to numbers in place, even blank ones.
    response.locals.texts = { params: { ...request.params }, query: { ...request.query } };
    next();
  };
  const admit: RequestHandler = (request, _response, next) => {
    route.admit?.(request);
    next();
  };
  const handle: RequestHandler = async (request, response) => {
    response.locals.ignoredFields = () => ignoredFieldsOf(route, request.body);
    const context = { ...validParts(route, request, response), request, response };
    const reply = await route.handler(context);
    if (reply !== null) {
      const body = bodyWithWarnings(route, request.body, reply);
      await send(response, { ...reply, body });
    }
  };
  const readBody = bodyReader(route, options.maxJsonBytes);
  return [template, admit, ...queryCheck, readBody, ...validator, handle];
}

/**
 * The validator can reject only routes with parameters or a body, so that probes do not wait for it. Routes
 * with multipart bodies validate them on their own.
 */
function needsValidator({ request = {} }: Route, { validatesResponses }: MountOptions): boolean {
  if (request.fileField !== undefined) return false;
  const { params, query, headers, body } = request;
  return validatesResponses || [params, query, headers, body].some((part) => part !== undefined);
}

function bodyReader({ request }: Route, maxBytes: number): RequestHandler {
  const { body, bodyRequired = true, fileField } = request ?? {};
  if (body !== undefined) return jsonBody({ maxBytes, required: bodyRequired });
  return fileField === undefined ? hideContentType : skipBody;
}

/** The validator compiles a schema for each content type it sees, so routes without a body remove it. */
const hideContentType: RequestHandler = (request, _response, next) => {
  delete request.headers['content-type'];
  next();
};

const skipBody: RequestHandler = (_request, _response, next) => {
  next();
};

/** Runs the wrapped handlers in order. They are loaded on first use. */
function sequence(
  make: () => Promise<readonly RequestHandler[]>,
  wrap: (handler: RequestHandler) => RequestHandler,
): RequestHandler {
  const handlers = lazy(async () => (await make()).map(wrap));
  return async (request, response, next) => {
    const all = await handlers();
    const run = (at: number): void => {
      const handler = all[at];
      const proceed = (error?: unknown): void => {
        if (error === undefined) run(at + 1);
        else next(error);
      };
      if (handler === undefined) next();
      else Promise.resolve(handler(request, response, proceed)).catch(next);
    };
    run(0);
  };
}

/**
 * Defers the error of the validator until the zod schemas have run, which name problems more exactly. An
 * error after the handler called `next` comes from a later handler and is passed on.
 */
function deferFailure(handler: RequestHandler): RequestHandler {
  return (request, response, next) => {
    let isDone = false;
    return handler(request, response, (error?: unknown) => {
      if (isDone) {
        next(error);
        return;
      }
      isDone = true;
      if (error !== undefined) response.locals.openApiFailure ??= error;
      next();
    });
  };
}

function validParts(
  route: Route,
  request: Request,
  response: Response,
): { params: unknown; query: unknown; headers: unknown; body: unknown } {
  const issues: ValidationIssue[] = [];
  const texts = response.locals.texts as Pick<Request, 'params' | 'query'>;
  const part = (name: RequestPart, schema: z.ZodType | undefined, input: unknown): unknown => {
    if (schema === undefined) return undefined;
    const result = parsePart(name, schema, input);
    if (result.issues === null) return result.data;
    issues.push(...result.issues);
    return undefined;
  };
  const parts = {
    params: part('path', route.request?.params ?? z.record(z.string(), z.string()), texts.params),
    query: part('query', route.request?.query, texts.query),
    headers: part('header', route.request?.headers, request.headers),
    body: part('body', route.request?.body, request.body),
  };
  if (issues.length > 0) throw new ValidationFailedError(issues);
  const failure: unknown = response.locals.openApiFailure;
  if (failure !== undefined) throw openApiFailure(failure);
  return parts;
}

function openApiFailure(failure: unknown): unknown {
  const issues = openApiIssues(failure);
  return issues === null ? failure : new ValidationFailedError(issues);
}

async function send(response: Response, reply: JsonReply): Promise<void> {
  response.status(reply.status);
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  if (reply.items !== undefined) await sendItems(response, reply.items);
  else if (reply.body === undefined) response.end();
  else response.json(reply.body);
}
