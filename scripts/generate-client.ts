// Writes the types of clients from the OpenAPI document of a service that it starts.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { OpenAPI3 } from 'openapi-typescript';
import { startService } from '../api/start-service.ts';
import { loadConfig } from '../api/config/load-config.ts';
import { CLIENT_TYPES, clientTypes } from './client-types.ts';

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'millrace-client-'));
const service = await startService(
  loadConfig({
    SERVICE_DATA_DIR: dataDir,
    SERVICE_PORT: '0',
    SERVICE_SEED_DEMO: 'false',
    SERVICE_LOG_LEVEL: 'silent',
  }),
);
try {
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as OpenAPI3;
  const file = path.resolve(import.meta.dirname, '..', CLIENT_TYPES);
  await writeFile(file, await clientTypes(document));
} finally {
  await service.close();
  await rm(dataDir, { recursive: true });
}
