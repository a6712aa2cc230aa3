import { GROUP } from '../../../../../kubernetes/resources/run.ts';

/** Separates the resources of installations that share a namespace. */
export const INSTALLATION_LABEL = `${GROUP}/installation`;

/** Labels of all resources that the service creates for a flow, e.g. for `kubectl get -l`. */
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
