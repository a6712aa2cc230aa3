import { startEmbeddedPostgres } from '../../prisma/embedded.ts';

// A process that has a database of its own, for tests of what happens when it is killed.
const [, , dataDir = ''] = process.argv;
const server = await startEmbeddedPostgres({ dataDir });
process.once('message', () => {
  void server.stop().then(() => {
    process.disconnect();
  });
});
process.send?.(server.url);
