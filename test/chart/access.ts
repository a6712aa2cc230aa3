import type { KubeApi } from '../../kubernetes/client/kube-api.ts';

const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

/** Everything that the chart or a run could have to do with, and what an attacker would want. */
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

/** What an account may do in a namespace, asked of the API server: verbs by resource. */
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
  /** With a subresource behind a slash. */
  readonly resource: string;
  readonly verb: string;
  /** Absent: an object of any name. */
  readonly name?: string;
}

/** Whether an account may do one thing, asked of the API server. */
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
