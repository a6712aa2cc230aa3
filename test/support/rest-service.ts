import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import type { RestDeps } from '../../runner/connectors/providers/rest-api/rest-requests.ts';
import { readRest } from '../../runner/connectors/providers/rest-api/rest-read.ts';
import { UserError } from '../../runner/domain/errors.ts';
import type { JsonObject, JsonValue } from '../../runner/domain/json.ts';
import polars from '../../runner/engines/polars/pinned/library.ts';
import { sampleRows } from '../../runner/formats/sample-rows.ts';
import { startWebServer, type Answer } from './web-server.ts';

/** One read of a service that a test answers for. */
export interface ServiceRead extends RestDeps {
  readonly answer: Answer;
  /** Those of the connection. */
  readonly options?: JsonObject;
  /** The path of the endpoint. Default: `orders`. */
  readonly table?: string;
  readonly maxRows?: number;
}

/** What came of it. */
export interface ServiceRows {
  /** The first 1,000. */
  readonly rows: readonly unknown[];
  readonly rowCount: number;
  readonly warnings: readonly string[];
  /** The paths of the requests, with their parameters. */
  readonly requests: readonly string[];
}

/** Reads a service on a loopback address, and leaves no file behind. @throws UserError */
export async function readService({
  answer,
  options = {},
  table = 'orders',
  maxRows,
  ...deps
}: ServiceRead): Promise<ServiceRows> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'rest-service-'));
  const server = await startWebServer(answer);
  const fields = { id: 'c', name: 'R', provider: 'rest_api', host: server.url, port: null };
  const connection = { ...fields, database: null, username: null, secret: null, options };
  const file = path.join(folder, 'rows');
  try {
    const { rowCount, warnings } = await readRest(
      { connection, secret: null },
      { source: { kind: 'table', schema: null, table }, maxRows: maxRows ?? null, file },
      { env: {}, sleep: () => Promise.resolve(), ...deps },
    );
    const frame = await polars.scanParquet(file).collect();
    expect(frame.height).toBe(rowCount);
    await rm(file);
    const rows = sampleRows(polars, frame, 1_000);
    return { rows, rowCount, warnings, requests: server.requests.map((each) => each.path) };
  } finally {
    await server.close();
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  }
}

/** The message of a read that fails. */
export async function serviceFailure(read: ServiceRead): Promise<string> {
  try {
    await readService(read);
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  throw new Error('the read did not fail');
}

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  value: JsonValue,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(200, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(value));
}

/** The rows from a number up to another one, without it. */
export function idRows(start: number, end: number): { id: number }[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, place) => ({ id: start + place }));
}
