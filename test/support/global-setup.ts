import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { offerSharedServers, type SharedServers } from './shared-servers.ts';

declare global {
  var millraceSharedServers: SharedServers | undefined;
  var millraceCompileCache: string | undefined;
}

/** Offers the shared servers of all test files. Imports are lazy: most runs need no server. */
export default async function globalSetup(): Promise<void> {
  // Tests start hundreds of processes that compile the same modules.
  globalThis.millraceCompileCache = mkdtempSync(path.join(os.tmpdir(), 'millrace-compiled-'));
  process.env.NODE_COMPILE_CACHE = globalThis.millraceCompileCache;
  globalThis.millraceSharedServers = await offerSharedServers({
    database: async () => await (await import('./database-server.ts')).startDatabaseServer(),
    'service-host': async () =>
      await (await import('./service-host/start-service-host.ts')).startServiceHost(),
    mariadb: async () => await (await import('./mariadb-server.ts')).startMariadbServer(),
    mongo: async () => await (await import('./mongo-server.ts')).startMongoServer(),
    s3: async () => await (await import('./s3-server.ts')).startS3Server(),
    azure: async () => await (await import('./azure-server.ts')).startAzureServer(),
    gcs: async () => await (await import('./gcs-server.ts')).startGcsServer(),
    'control-plane': async () =>
      await (await import('./shared-control-plane.ts')).startSharedControlPlane(),
  });
}
