import type { Values } from '../../cluster/release.ts';
import { EDITOR_ORIGIN, WEBHOOK_SECRET } from '../../support/contract-app.ts';

/** Of Helm: what the chart's objects are called after. */
export const RELEASE = 'millrace';

/** Values of the chart for small runs on a small machine, with servers of its own. */
export const TEST_VALUES: Values = {
  evaluation: { enabled: true },
  webhook: { secret: WEBHOOK_SECRET },
  config: { corsOrigins: [EDITOR_ORIGIN], schedulerCatchUpLimit: 5 },
  api: { replicas: 2, resources: { requests: { cpu: '50m', memory: '256Mi' } } },
  operator: { replicas: 1 },
  runner: {
    resources: { cpu: '100m', memory: '512Mi' },
    terminationGracePeriodSeconds: 5,
  },
};
