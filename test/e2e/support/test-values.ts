import type { Values } from '../../cluster/release.ts';
import { EDITOR_ORIGIN, WEBHOOK_SECRET } from '../../support/contract-app.ts';

/** Name of the Helm release; the chart names its objects after it. */
export const RELEASE = 'millrace';

/** The Secrets of connections, which tests create. */
export const CONNECTION_SECRETS = {
  variables: 'connection-variables',
  keyring: 'connection-keyring',
  files: 'connection-files',
} as const;

/** Values of the chart for small runs, several installations on one small node, and servers of its own. */
export const TEST_VALUES: Values = {
  evaluation: { enabled: true },
  webhook: { secret: WEBHOOK_SECRET },
  connectionSecrets: CONNECTION_SECRETS,
  config: { corsOrigins: [EDITOR_ORIGIN], schedulerCatchUpLimit: 5 },
  api: { replicas: 2, resources: { requests: { cpu: '50m', memory: '256Mi' } } },
  operator: { replicas: 1, resources: { requests: { cpu: '50m', memory: '128Mi' } } },
  runner: {
    resources: { cpu: '50m', memory: '512Mi' },
    terminationGracePeriodSeconds: 5,
  },
};
