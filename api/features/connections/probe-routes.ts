import { z } from 'zod';
import type { ConnectionFields } from '../../../runner/domain/connection.ts';
import type { AnswerWarning } from '../../openapi/warnings.ts';
import { UserError } from '../../../runner/domain/errors.ts';
import { connectionOf } from '../../domain/connections/connection-record.ts';
import type { ConnectionService } from '../../domain/connections/connection-service.ts';
import type { ConnectionStore } from '../../domain/connections/connection-store.ts';
import { DomainError, invalid } from '../../domain/errors.ts';
import type { ConnectionProber } from '../../execution/connections/connection-prober.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { defineRoute, json, type Route } from '../../openapi/route.ts';
import { connectionParams } from './routes.ts';
import { ConnectionCreate, ConnectionTestResult, TableInfo } from './schemas.ts';
import { checkSentEndpoint } from './sent-endpoint.ts';
import { toRequested } from './view.ts';

export interface ProbeDeps {
  readonly connections: ConnectionService;
  readonly store: Pick<ConnectionStore, 'recordTest'>;
  readonly prober: ConnectionProber;
  /** What the author of a connection should know. */
  readonly warnings: (connection: ConnectionFields) => Promise<AnswerWarning[]>;
}

/** How much of the reason of a failed test is stored. */
const MAX_ERROR_CHARS = 2_000;
const TEST_RESULT = { 200: { description: 'The outcome', schema: ConnectionTestResult } };

/** The routes that connect, by runner processes. */
export function probeRoutes({
  connections,
  store,
  prober,
  warnings: warningsOf,
}: ProbeDeps): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/connections/test-config',
      operationId: 'testConnectionConfig',
      tag: 'Connections',
      summary: 'Test an unsaved connection',
      description: 'Connects as a saved connection would. Nothing is stored.',
      request: { body: ConnectionCreate },
      responses: TEST_RESULT,
      async handler({ body, request: { body: sent }, response }) {
        const connection = connectionOf({ ...toRequested(body), id: '' });
        const refusal = await refusalOf(async () => {
          checkSentEndpoint(sent, connection.provider);
          await connections.check(connection);
        });
        const warnings = await warningsOf(connection);
        if (refusal !== null) return { ...json(200, { ok: false, message: refusal }), warnings };
        const { status, message } = await prober.test(connection, disconnectSignal(response));
        return { ...json(200, { ok: status === 'ok', message }), warnings };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/connections/{connection_id}/test',
      operationId: 'testConnection',
      tag: 'Connections',
      summary: 'Test a connection',
      description: 'Connects, and stores the outcome with the connection.',
      request: { params: connectionParams },
      responses: TEST_RESULT,
      async handler({ params, response }) {
        const connection = connectionOf(await connections.get(params.connection_id));
        const { status, message } = await prober.test(connection, disconnectSignal(response));
        const error = status === 'ok' ? null : message.slice(0, MAX_ERROR_CHARS);
        await store.recordTest(connection, { status, error });
        return json(200, { ok: status === 'ok', message });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/connections/{connection_id}/tables',
      operationId: 'listTables',
      tag: 'Connections',
      summary: 'List tables',
      description: 'The tables, then the views, without those of the system.',
      request: { params: connectionParams },
      responses: { 200: { description: 'The tables', schema: z.array(TableInfo) } },
      errors: [400],
      async handler({ params, response }) {
        const record = await connections.get(params.connection_id);
        if (record.connectionType === 'storage' || record.connectionType === 'mlflow') {
          throw invalid(`The connection "${record.name}" has no tables.`);
        }
        return json(200, await prober.tables(connectionOf(record), disconnectSignal(response)));
      },
    }),
  ];
}

/** Why a connection breaks a rule; null: it breaks none. */
async function refusalOf(check: () => Promise<unknown>): Promise<string | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (error instanceof UserError || error instanceof DomainError) return error.message;
    throw error;
  }
}
