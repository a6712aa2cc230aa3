import type { KubeApi } from '../../kubernetes/client/kube-api.ts';

const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

/** Resources that the chart or a run could use, and those that an attacker would use. */
const RESOURCES: Readonly<Record<string, readonly string[]>> = {
  '': [
    'secrets',
    'configmaps',
    'pods',
    'pods/log',
    'pods/exec',
    'services',
    'events',
    'serviceaccounts',
    'serviceaccounts/token',
    'persistentvolumeclaims',
    'namespaces',
    'nodes',
  ],
  apps: ['deployments', 'statefulsets'],
  batch: ['jobs', 'jobs/status', 'cronjobs'],
  'millrace.dev': [
    'runs',
    'runs/status',
    'runs/finalizers',
    'schedules',
    'schedules/status',
    'schedules/finalizers',
  ],
  'coordination.k8s.io': ['leases'],
  'rbac.authorization.k8s.io': ['roles', 'rolebindings', 'clusterroles', 'clusterrolebindings'],
  'apiextensions.k8s.io': ['customresourcedefinitions'],
};

/** Asks the API server for an account's rights in a namespace: verbs by resource. */
export async function allowed(
  api: KubeApi,
  user: string,
  namespace: string,
): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for (const [group, resources] of Object.entries(RESOURCES)) {
    for (const resource of resources) {
      const verdicts = await Promise.all(
        VERBS.map((verb) => mayDo(api, user, { namespace, group, resource, verb })),
      );
      const verbs = VERBS.filter((_verb, index) => verdicts[index]);
      if (verbs.length > 0) found[resource] = verbs.join(' ');
    }
  }
  return found;
}

interface Attributes {
  readonly namespace: string;
  readonly group: string;
  /** May end with a slash and a subresource. */
  readonly resource: string;
  readonly verb: string;
  /** Absent: an object of any name. */
  readonly name?: string;
}

/** Asks the API server whether an account may perform one action. */
export async function mayDo(api: KubeApi, user: string, attributes: Attributes): Promise<boolean> {
  const [resource, subresource] = attributes.resource.split('/');
  const review = await api.request<{ status: { allowed: boolean } }>(
    '/apis/authorization.k8s.io/v1/subjectaccessreviews',
    {
      method: 'POST',
      body: {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SubjectAccessReview',
        spec: { user, resourceAttributes: { ...attributes, resource, subresource } },
      },
    },
  );
  return review.status.allowed;
}
