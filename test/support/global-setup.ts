import { startDatabaseServer, type DatabaseServer } from './database-server.ts';

declare global {
  var millraceDatabaseServer: DatabaseServer | undefined;
}

/** Starts what all test files share. The address reaches Jest's workers by their environment. */
export default async function globalSetup(): Promise<void> {
  globalThis.millraceDatabaseServer = await startDatabaseServer();
  process.env.MILLRACE_TEST_DATABASE_URL = globalThis.millraceDatabaseServer.url;
}
