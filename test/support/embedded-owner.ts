import { startEmbeddedPostgres } from '../../prisma/embedded.ts';

// Runs an embedded database, for tests that kill its process.
const [, , dataDir = ''] = process.argv;
const server = await startEmbeddedPostgres({ dataDir });
process.once('message', () => {
  void server.stop().then(() => {
    process.disconnect();
  });
});
process.send?.(server.url);
