import { offerSharedServers, type SharedServers } from './shared-servers.ts';

declare global {
  var millraceSharedServers: SharedServers | undefined;
}

/** Offers the servers that all test files share. Imports are lazy: most runs need none of them. */
export default async function globalSetup(): Promise<void> {
  globalThis.millraceSharedServers = await offerSharedServers({
    database: async () => await (await import('./database-server.ts')).startDatabaseServer(),
    s3: async () => await (await import('./s3-server.ts')).startS3Server(),
    'control-plane': async () =>
      await (await import('./shared-control-plane.ts')).startSharedControlPlane(),
  });
}
