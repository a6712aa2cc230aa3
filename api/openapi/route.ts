import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { AnswerWarning } from './warnings.ts';

/** What a handler answers; null when it has written the response itself (streams). */
export type Reply = JsonReply | null;

export interface JsonReply {
  readonly status: number;
  /** Left out for an answer without a body. */
  readonly body?: unknown;
  /** Instead of a body: a JSON array, written batch by batch; each batch has the texts of its items. */
  readonly items?: AsyncIterable<readonly string[]>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Besides those of fields that are not known, which the server adds; only to an object. */
  readonly warnings?: readonly AnswerWarning[];
}

/** What a handler gets: the parts of the request, already valid and typed, and the raw pair. */
export interface RouteContext<Params, Query, Headers, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly headers: Headers;
  readonly body: Body;
  readonly request: Request;
  readonly response: Response;
}

/** The answer of one status: JSON when it has a schema, else the named media type or no body. */
export interface RouteResponse {
  readonly description: string;
  readonly schema?: z.ZodType;
  /** For answers that are not JSON, e.g. `text/event-stream`; several: one of them. */
  readonly mediaType?: string | readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RouteRequest<Params, Query, Headers, Body> {
  /** Path parameters. Keep them plain text: a malformed id is looked up, and gives 404. */
  readonly params?: z.ZodType<Params>;
  /** Query parameters; use the types of `query-types.ts` for anything but text. */
  readonly query?: z.ZodType<Query>;
  /** Request headers by their lower-case name. */
  readonly headers?: z.ZodType<Headers>;
  /** JSON body. */
  readonly body?: z.ZodType<Body>;
  /** False: an empty body and `null` mean `{}`. Default true. */
  readonly bodyRequired?: boolean;
  /** Multipart instead of JSON: the handler reads `request` itself. Name of the file field. */
  readonly fileField?: string;
  /** The other fields of the multipart form, which the handler checks by this schema. */
  readonly formFields?: z.ZodType;
}

/** The statuses that routes declare besides those that every route can answer. */
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
  /** It takes no API token: it has a secret of its own. */
  readonly needsNoToken?: true;
  /** GET of its path gives 404, as if nothing were there, instead of 405. */
  readonly isUnknownToGet?: true;
  /** Where to read what one expects from GET of its path, as the answer 405 says it; `{name}` is that of the path. */
  readonly insteadOfGet?: string;
  /** Refuses a request by its headers, before its body is read and its shape is looked at. */
  admit?(request: Request): void;
  handler(context: RouteContext<Params, Query, Headers, Body>): Promise<Reply>;
}

/** A route whose types were checked where it was declared: what lists and the server hold. */
export type Route = RouteDeclaration<unknown, unknown, unknown, unknown>;

/**
 * Declares an endpoint. Its schemas type the handler, validate the request and describe it in the
 * OpenAPI document. A part without a schema is `undefined` in the handler.
 */
export function defineRoute<
  Params = undefined,
  Query = undefined,
  Headers = undefined,
  Body = undefined,
>(declaration: RouteDeclaration<Params, Query, Headers, Body>): Route {
  return declaration;
}

/** A JSON answer. */
export function json(
  status: number,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
): JsonReply {
  return headers === undefined ? { status, body } : { status, body, headers };
}

/** 200 with a JSON array that is written while its items are read. */
export function jsonItems(
  items: AsyncIterable<readonly string[]>,
  headers: Readonly<Record<string, string>>,
): JsonReply {
  return { status: 200, items, headers };
}

/** 204, no body. */
export function noContent(): JsonReply {
  return { status: 204 };
}
