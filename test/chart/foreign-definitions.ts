const TEXT = { type: 'string' };
const TEXTS = { type: 'object', additionalProperties: TEXT };
const ANYTHING = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };

const MONITORING = 'monitoring.coreos.com';
const RULE = {
  type: 'object',
  required: ['alert', 'expr'],
  properties: { alert: TEXT, expr: TEXT, for: TEXT, labels: TEXTS, annotations: TEXTS },
};

/** Resource definitions of the Prometheus operator and the Gateway API, as far as the chart uses them. */
export const FOREIGN_DEFINITIONS: readonly object[] = [
  definition(MONITORING, 'ServiceMonitor', monitor('endpoints')),
  definition(MONITORING, 'PodMonitor', monitor('podMetricsEndpoints')),
  definition(MONITORING, 'PrometheusRule', {
    groups: list({ type: 'object', properties: { name: TEXT, rules: list(RULE) } }),
  }),
  definition('gateway.networking.k8s.io', 'HTTPRoute', {
    parentRefs: list({ type: 'object', properties: { name: TEXT, namespace: TEXT } }),
    hostnames: list(TEXT),
    rules: list({
      type: 'object',
      properties: {
        matches: list(ANYTHING),
        timeouts: { type: 'object', properties: { request: TEXT } },
        backendRefs: list({
          type: 'object',
          properties: { name: TEXT, port: { type: 'integer' } },
        }),
      },
    }),
  }),
];

function list(items: object): object {
  return { type: 'array', items };
}

function monitor(endpoints: string): Readonly<Record<string, object>> {
  return {
    selector: { type: 'object', properties: { matchLabels: TEXTS } },
    [endpoints]: list({ type: 'object', properties: { port: TEXT, path: TEXT, interval: TEXT } }),
  };
}

/** @param fields of its spec */
function definition(group: string, kind: string, fields: Readonly<Record<string, object>>): object {
  const singular = kind.toLowerCase();
  const plural = `${singular}s`;
  const spec = { type: 'object', properties: fields };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      annotations: { 'api-approved.kubernetes.io': 'unapproved, a stand-in for tests' },
    },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, listKind: `${kind}List`, plural, singular },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
        },
      ],
    },
  };
}
