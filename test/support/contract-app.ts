import type { ApiClient } from './api-client.ts';
import { withDocumentedAnswers } from './documented-answers.ts';

/** A service of which the tests know nothing but its URL. */
export interface ContractApp extends ApiClient {
  close(): Promise<void>;
}

/** Of the editor's pages, which may call the service. */
export const EDITOR_ORIGIN = 'http://localhost:5173';

export const WEBHOOK_SECRET = 's3crét';
/** A header value holds bytes: this is the secret in UTF-8. */
export const WEBHOOK_AUTHORIZED = {
  'X-Service-Secret': Buffer.from(WEBHOOK_SECRET).toString('latin1'),
};

/**
 * The service that the tests of a file in `test/contract/everywhere` are about, from before its first
 * test to after its last: in the end-to-end suite the one that is installed in the cluster, emptied;
 * else one of its own in this process. Answers are held against the OpenAPI document.
 */
export function useContractApp(): ApiClient {
  let service: ContractApp;
  let app: ApiClient;

  beforeAll(async () => {
    service = await openContractApp();
    app = await withDocumentedAnswers(service);
  });

  afterAll(() => service.close());

  return {
    get url() {
      return app.url;
    },
    call: (...request) => app.call(...request),
    upload: (...request) => app.upload(...request),
  };
}

async function openContractApp(): Promise<ContractApp> {
  if (process.env.MILLRACE_E2E !== undefined) {
    const { openInstalledApp } = await import('../e2e/contract/installed-app.ts');
    return await openInstalledApp();
  }
  const { startTestApp } = await import('./app.ts');
  return await startTestApp({
    SERVICE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    SERVICE_SCHEDULER_ENABLED: 'false',
  });
}
