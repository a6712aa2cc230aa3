import { GROUP } from '../../../../../kubernetes/resources/run.ts';

/** Tells whose resources are whose when several installations share a namespace. */
export const INSTALLATION_LABEL = `${GROUP}/installation`;

/** The labels of whatever the service makes for a flow: people select by them what `kubectl` shows. */
export function resourceLabels(of: {
  readonly installation: string;
  readonly flowId: string;
  readonly projectId: string;
}): Readonly<Record<string, string>> {
  return {
    'app.kubernetes.io/name': 'millrace',
    'app.kubernetes.io/managed-by': 'millrace-api',
    [INSTALLATION_LABEL]: of.installation,
    [`${GROUP}/flow-id`]: of.flowId,
    [`${GROUP}/project-id`]: of.projectId,
  };
}
