import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import type { ConnectionFields } from '../../runner/domain/connection.ts';
import { mongoClient, type MongoAddress } from './mongo-server.ts';
import { requestSharedServer } from './shared-servers.ts';

/** The variable of this process that has the password. */
const PASSWORD_VARIABLE = 'MILLRACE_TEST_MONGO_PASSWORD';

/** A new database on the server of a Jest run, as another program sees it. */
export interface MongoRig {
  readonly fields: Partial<ConnectionFields> & {
    readonly provider: 'mongodb';
    readonly host: string;
    readonly port: number;
    readonly database: string;
    readonly username: string;
    readonly secret: string;
  };
  /** The variables that a process needs to connect. */
  readonly variables: Readonly<Record<string, string>>;
  readonly db: Db;
  close(): Promise<void>;
}

/** Creates a database; `close` drops it. @throws Error when Go is not installed */
export async function createMongo(): Promise<MongoRig> {
  const text = await requestSharedServer('mongo');
  if (text === '') throw new Error('The server is built by Go: install Go 1.26 or newer.');
  const address = JSON.parse(text) as MongoAddress;
  const database = `m_${randomUUID().replaceAll('-', '')}`;
  const client = await mongoClient(address).connect();
  const { port, username, password } = address;
  const db = client.db(database);
  const variables = { [PASSWORD_VARIABLE]: password };
  // Drivers that a test uses itself.
  Object.assign(process.env, variables);
  const secret = `env:${PASSWORD_VARIABLE}`;
  return {
    fields: { provider: 'mongodb', host: '127.0.0.1', port, database, username, secret },
    variables,
    db,
    close: async () => {
      await db.dropDatabase();
      await client.close();
    },
  };
}
