import { z } from 'zod';
import { CONNECTION_KINDS, type Connection } from '../../../runner/domain/connection.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';

/** The outcomes of a test: `error` is a defect or a test that could not be made. */
export const TEST_STATUSES = ['ok', 'failed', 'error'] as const;
export type TestStatus = (typeof TEST_STATUSES)[number];

/** A row of the table with the projects of its scope. */
export const connectionRow = z
  .object({
    id: z.string(),
    name: z.string(),
    provider: z.string(),
    connectionType: z.enum(CONNECTION_KINDS),
    host: z.string().nullable(),
    port: z.number().nullable(),
    database: z.string().nullable(),
    username: z.string().nullable(),
    secret: z.string().nullable(),
    options: z
      .string()
      .transform((text) => exactJson.parse(text) as JsonObject)
      .nullable(),
    createdAt: z.date(),
    updatedAt: z.date(),
    lastTestedAt: z.date().nullable(),
    lastTestStatus: z.enum(TEST_STATUSES).nullable(),
    lastTestError: z.string().nullable(),
    forAllProjects: z.boolean(),
    projects: z.array(z.object({ projectId: z.string() })),
  })
  .transform(({ forAllProjects, projects, ...fields }) => {
    const projectIds = forAllProjects ? null : projects.map(({ projectId }) => projectId);
    return { ...fields, projectIds };
  });

/** A saved connection with the outcome of its last test. */
export type ConnectionRecord = Readonly<z.output<typeof connectionRow>>;

/** The part of a connection that runs and tests use. */
export function connectionOf(connection: Connection): Connection {
  const { id, name, provider, host, port, database, username, secret, options } = connection;
  return { id, name, provider, host, port, database, username, secret, options };
}
