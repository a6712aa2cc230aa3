import { pino } from 'pino';
import { loadConfig } from '../../api/config/load-config.ts';
import { startService } from '../../api/start-service.ts';
import { apiClient } from './api-client.ts';
import { TEST_APP_ENV, type LogLine, type TestApp } from './app.ts';
import { createDataFolder } from './create-data-folder.ts';
import { createTestDatabase } from './database.ts';
import { createMemoryKeyring } from './memory-keyring.ts';
import { removeDataFolder } from './remove-data-folder.ts';
import { responseValidator } from './response-validator.ts';
import { count } from './test-counts.ts';

/**
 * Like `startTestApp`, in this process, where a test can replace or measure parts of the service. Loading the modules
 * of the service takes seconds: `test/architecture/in-process-services.test.ts` lists the files that need it.
 * @param env variables of the configuration
 */
export async function startTestAppInProcess(
  env: Readonly<Record<string, string>> = {},
): Promise<TestApp> {
  count('service-load-in-jest');
  count('service-start');
  const database = await createTestDatabase();
  const dataDir = await createDataFolder();
  const lines: string[] = [];
  const config = loadConfig({
    SERVICE_PORT: '0',
    SERVICE_DATA_DIR: dataDir,
    SERVICE_DATABASE_URL: database.url,
    ...TEST_APP_ENV,
    ...env,
  });
  const service = await startService(config, {
    logger: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
    createValidator: responseValidator,
    keyring: createMemoryKeyring(),
  });
  return {
    ...apiClient(service.url),
    databaseUrl: database.url,
    dataDir,
    openDatabase: () => Promise.resolve(database.client),
    readLogs: () => Promise.resolve(lines.map((line) => JSON.parse(line) as LogLine)),
    async close() {
      await service.close();
      await database.drop();
      await removeDataFolder(dataDir);
    },
  };
}
