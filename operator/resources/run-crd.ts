import { z } from 'zod';
import { GROUP, LONGEST_RUN_NAME, runSpecSchema, runStatusSchema, VERSION } from './run.ts';
import { structuralSchema, type JsonSchema } from './structural-schema.ts';

/** The CustomResourceDefinition of Run, made from the schemas that the operator itself works with. */
export function runDefinition(): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `runs.${GROUP}`, labels: { 'app.kubernetes.io/part-of': 'millrace' } },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: {
        kind: 'Run',
        listKind: 'RunList',
        plural: 'runs',
        singular: 'run',
        shortNames: ['mrun'],
        categories: ['millrace'],
      },
      versions: [
        {
          name: VERSION,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: runSchema() },
          subresources: { status: {} },
          additionalPrinterColumns: printerColumns(),
          selectableFields: ['.spec.flowId', '.spec.trigger', '.status.phase'].map((jsonPath) => ({
            jsonPath,
          })),
        },
      ],
    },
  };
}

function runSchema(): JsonSchema {
  return {
    type: 'object',
    description: 'One execution of a flow.',
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object' },
      spec: structuralSchema(z.toJSONSchema(runSpecSchema, { io: 'input' })),
      status: structuralSchema(z.toJSONSchema(runStatusSchema, { io: 'input' })),
    },
    'x-kubernetes-validations': [
      {
        rule: `self.metadata.name.size() <= ${LONGEST_RUN_NAME}`,
        message: `the name must have at most ${LONGEST_RUN_NAME} characters`,
      },
    ],
  };
}

interface PrinterColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'date';
  readonly jsonPath: string;
  /** Above 0: only shown by `kubectl get -o wide`. */
  readonly priority?: number;
}

function printerColumns(): readonly PrinterColumn[] {
  const summary = '.status.conditions[?(@.type=="Succeeded")]';
  return [
    { name: 'State', type: 'string', jsonPath: '.status.phase' },
    { name: 'Reason', type: 'string', jsonPath: `${summary}.reason` },
    { name: 'Attempt', type: 'integer', jsonPath: '.status.attempt' },
    { name: 'Start', type: 'date', jsonPath: '.status.startedAt' },
    { name: 'Finish', type: 'date', jsonPath: '.status.finishedAt' },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
    { name: 'Flow', type: 'string', jsonPath: '.spec.flowId', priority: 1 },
    { name: 'Engine', type: 'string', jsonPath: '.spec.engine', priority: 1 },
    { name: 'Message', type: 'string', jsonPath: `${summary}.message`, priority: 1 },
  ];
}
