const TEXTS = { type: 'object', additionalProperties: { type: 'string' } };

/** What the Prometheus operator brings, as far as the chart uses it. */
export const MONITORING_DEFINITIONS: readonly object[] = [
  definition('ServiceMonitor', 'servicemonitors', 'endpoints'),
  definition('PodMonitor', 'podmonitors', 'podMetricsEndpoints'),
];

function definition(kind: string, plural: string, endpoints: string): object {
  const text = { type: 'string' };
  const endpoint = { type: 'object', properties: { port: text, path: text, interval: text } };
  const spec = {
    type: 'object',
    required: ['selector'],
    properties: {
      selector: { type: 'object', properties: { matchLabels: TEXTS } },
      [endpoints]: { type: 'array', items: endpoint },
    },
  };
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.monitoring.coreos.com` },
    spec: {
      group: 'monitoring.coreos.com',
      scope: 'Namespaced',
      names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
}
