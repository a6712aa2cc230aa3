import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { AnswerWarning } from './warnings.ts';

/** The result of a handler; null when it has written the response itself, e.g. a stream. */
export type Reply = JsonReply | null;

export interface JsonReply {
  readonly status: number;
  /** Absent for a response without a body. */
  readonly body?: unknown;
  /** A JSON array in place of `body`, written batch by batch. Each batch has the JSON texts of its items. */
  readonly items?: AsyncIterable<readonly string[]>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Warnings for a body that is an object. The server adds those about unknown fields. */
  readonly warnings?: readonly AnswerWarning[];
}

/** The arguments of a handler: the validated parts of the request, and the Express objects. */
export interface RouteContext<Params, Query, Headers, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly headers: Headers;
  readonly body: Body;
  readonly request: Request;
  readonly response: Response;
}

/** The response of one status: JSON when it has a schema, one of its media types, or no body. */
export interface RouteResponse {
  readonly description: string;
  readonly schema?: z.ZodType;
  /**
   * For responses other than JSON, e.g. `text/event-stream`. A list means one of them; with a schema, which is
   * that of `application/json`, it names that too.
   */
  readonly mediaType?: string | readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RouteRequest<Params, Query, Headers, Body> {
  /** Path parameters. Keep them plain text, so that an invalid id gives 404. */
  readonly params?: z.ZodType<Params>;
  /** Query parameters; use the types of `query-types.ts` for anything but text. */
  readonly query?: z.ZodType<Query>;
  /** Request headers, by lower-case name. */
  readonly headers?: z.ZodType<Headers>;
  /** JSON body. */
  readonly body?: z.ZodType<Body>;
  /** False when an empty body and `null` mean `{}`. Default: true. */
  readonly bodyRequired?: boolean;
  /** The file field of a multipart body, which the handler reads from `request`. */
  readonly fileField?: string;
  /** The other fields of the multipart form. The handler validates them with this schema. */
  readonly formFields?: z.ZodType;
}

/** The error statuses that a route can declare. Others are implied: see `errorResponses`. */
export type DeclaredError = 400 | 403 | 404 | 409 | 410 | 412 | 413 | 422 | 501;

export interface RouteDeclaration<Params, Query, Headers, Body> {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With `{name}` for parameters, e.g. `/api/projects/{project_id}`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly request?: RouteRequest<Params, Query, Headers, Body>;
  readonly responses: Readonly<Record<number, RouteResponse>>;
  readonly errors?: readonly DeclaredError[];
  /** The route has a secret of its own in place of the API token. */
  readonly needsNoToken?: true;
  /** GET of the path gives 404 in place of 405. */
  readonly isUnknownToGet?: true;
  /** The hint of the 405 response to GET, with `{name}` for path parameters. */
  readonly insteadOfGet?: string;
  /** Throws to reject a request by its headers, before its body is read and validated. */
  admit?(request: Request): void;
  handler(context: RouteContext<Params, Query, Headers, Body>): Promise<Reply>;
}

/** A route without its type parameters, which `defineRoute` has checked. */
export type Route = RouteDeclaration<unknown, unknown, unknown, unknown>;

/**
 * Declares an endpoint. Its schemas type the handler, validate the request and describe it in the OpenAPI
 * document. A part without a schema is `undefined` in the handler.
 */
export function defineRoute<
  Params = undefined,
  Query = undefined,
  Headers = undefined,
  Body = undefined,
>(declaration: RouteDeclaration<Params, Query, Headers, Body>): Route {
  return declaration;
}

/** A JSON response. */
export function json(
  status: number,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
): JsonReply {
  return headers === undefined ? { status, body } : { status, body, headers };
}

/** A 200 response with a JSON array that is written while its items are read. */
export function jsonItems(
  items: AsyncIterable<readonly string[]>,
  headers: Readonly<Record<string, string>>,
): JsonReply {
  return { status: 200, items, headers };
}

/** A 204 response without a body. */
export function noContent(): JsonReply {
  return { status: 204 };
}
