import type { ApiClient } from './api-client.ts';
import { withDocumentedAnswers, type CheckAnswer } from './documented-answers.ts';

/** A service that tests know only by its URL. */
export interface ContractApp extends ApiClient {
  /** Checks answers where the schemas of the OpenAPI document are compiled already. */
  readonly checkAnswer?: CheckAnswer;
  close(): Promise<void>;
}

/** Origin of the editor's pages, which may call the service. */
export const EDITOR_ORIGIN = 'http://localhost:5173';

export const WEBHOOK_SECRET = 's3crét';
/** A header value consists of bytes: this is the secret in UTF-8. */
export const WEBHOOK_AUTHORIZED = {
  'X-Service-Secret': Buffer.from(WEBHOOK_SECRET).toString('latin1'),
};

/**
 * Opens the service under test for a file of `test/contract/everywhere`. In the end-to-end suite it is
 * the emptied installation in the cluster, otherwise a new service in this process. The client
 * validates answers against the OpenAPI document.
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
