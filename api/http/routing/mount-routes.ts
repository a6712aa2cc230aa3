import type { Request, RequestHandler, Response, Router } from 'express';
import { z } from 'zod';
import type { JsonReply, Route } from '../../openapi/route.ts';
import { bodyWithWarnings } from '../responses/response-warnings.ts';
import { ValidationFailedError } from '../errors.ts';
import type { ValidationIssue } from '../errors.ts';
import { jsonBody } from '../requests/json-body.ts';
import { unknownPath } from '../pages/landing.ts';
import { methodNotAllowed } from './method-not-allowed.ts';
import { lazy } from '../lazy.ts';
import { openApiIssues } from '../requests/openapi-issues.ts';
import type { RequestPart } from '../requests/validation-issues.ts';
import { sendItems } from '../responses/send-items.ts';
import { parsePart } from '../requests/validation-issues.ts';

export interface MountOptions {
  /** Makes the handlers that hold the request against the OpenAPI document, when one is first needed. */
  readonly validator: () => Promise<readonly RequestHandler[]>;
  /** The handlers check answers too, so that every route needs them. */
  readonly validatesResponses: boolean;
  readonly maxJsonBytes: number;
}

/**
 * Puts every declared route on the router, and 405 on the other methods of their paths. Express answers
 * HEAD by the handler of GET and leaves the body out. A path without parameters comes before those that it would match.
 */
export function mountRoutes(router: Router, given: readonly Route[], options: MountOptions): void {
  const routes = given.toSorted((a, b) => parametersOf(a) - parametersOf(b));
  const paths = Map.groupBy(routes, (route) => route.path);
  for (const route of routes)
    router[route.method](expressPath(route.path), ...chain(route, options));
  for (const [path, there] of paths) {
    if (there.some((route) => route.isUnknownToGet === true)) {
      router.get(expressPath(path), unknownPath());
    }
    router.all(expressPath(path), refusal(there));
  }
}

function refusal(routes: readonly Route[]): RequestHandler {
  const hint = routes.find((route) => route.insteadOfGet !== undefined)?.insteadOfGet;
  return methodNotAllowed(
    routes.map((route) => route.method),
    hint,
  );
}

function parametersOf({ path }: Route): number {
  return path.split('{').length - 1;
}

function expressPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

function chain(route: Route, options: MountOptions): RequestHandler[] {
  const validator = needsValidator(route, options) ? [inTurn(options.validator, deferFailure)] : [];
  const template: RequestHandler = (request, response, next) => {
    response.locals.route = route.path;
    // The validator makes numbers of texts, also of blank ones.
    response.locals.texts = { params: { ...request.params }, query: { ...request.query } };
    next();
  };
  const admit: RequestHandler = (request, _response, next) => {
    route.admit?.(request);
    next();
  };
  const handle: RequestHandler = async (request, response) => {
    const context = { ...validParts(route, request, response), request, response };
    const reply = await route.handler(context);
    if (reply !== null) {
      const body = bodyWithWarnings(route, request.body, reply);
      await send(response, { ...reply, body });
    }
  };
  return [template, admit, bodyReader(route, options.maxJsonBytes), ...validator, handle];
}

/**
 * Where the document names no parameter with a schema and no body, it refuses no request: probes wait
 * for no validator. Multipart bodies are left to their routes.
 */
function needsValidator({ request = {} }: Route, { validatesResponses }: MountOptions): boolean {
  if (request.fileField !== undefined) return false;
  const { params, query, headers, body } = request;
  return validatesResponses || [params, query, headers, body].some((part) => part !== undefined);
}

function bodyReader({ request }: Route, maxBytes: number): RequestHandler {
  const { body, bodyRequired = true, fileField } = request ?? {};
  if (body !== undefined) return jsonBody({ maxBytes, required: bodyRequired });
  return fileField === undefined ? hideContentType : leaveBody;
}

/** The validator compiles anew for each content type it meets; a route without a body has none to show. */
const hideContentType: RequestHandler = (request, _response, next) => {
  delete request.headers['content-type'];
  next();
};

const leaveBody: RequestHandler = (_request, _response, next) => {
  next();
};

/** Runs handlers that are made when they are first needed, each wrapped, one after the other. */
function inTurn(
  make: () => Promise<readonly RequestHandler[]>,
  wrap: (handler: RequestHandler) => RequestHandler,
): RequestHandler {
  const handlers = lazy(async () => (await make()).map(wrap));
  return async (request, response, next) => {
    const all = await handlers();
    const from = (at: number): void => {
      const handler = all[at];
      const goOn = (error?: unknown): void => {
        if (error === undefined) from(at + 1);
        else next(error);
      };
      if (handler === undefined) next();
      else Promise.resolve(handler(request, response, goOn)).catch(next);
    };
    from(0);
  };
}

/**
 * Keeps what the validator found until the schemas have spoken: they name faults more exactly. What
 * it reports after it has let the request on is a failure of what came later.
 */
function deferFailure(handler: RequestHandler): RequestHandler {
  return (request, response, next) => {
    let hasGoneOn = false;
    return handler(request, response, (error?: unknown) => {
      if (hasGoneOn) {
        next(error);
        return;
      }
      hasGoneOn = true;
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
