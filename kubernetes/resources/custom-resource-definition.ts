import { z } from 'zod';
import { GROUP, VERSION } from './run.ts';
import { structuralSchema } from './structural-schema.ts';

/** The properties of one kind of custom resource. */
export interface ResourceKind {
  readonly kind: string;
  readonly plural: string;
  readonly shortName: string;
  readonly description: string;
  /** Maximum length of the name, in characters. */
  readonly maxNameLength: number;
  readonly spec: z.ZodType;
  readonly status: z.ZodType;
  readonly columns: readonly PrinterColumn[];
  /** JSON paths of selectable fields. */
  readonly selectable: readonly string[];
}

export interface PrinterColumn {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'date';
  readonly jsonPath: string;
  /** Above 0: shown only by `kubectl get -o wide`. */
  readonly priority?: number;
}

/** Generates the CustomResourceDefinition of a kind from the schemas that the operator parses with. */
export function customResourceDefinition(of: ResourceKind): object {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${of.plural}.${GROUP}`,
      labels: { 'app.kubernetes.io/part-of': 'millrace' },
    },
    spec: {
      group: GROUP,
      scope: 'Namespaced',
      names: {
        kind: of.kind,
        listKind: `${of.kind}List`,
        plural: of.plural,
        singular: of.kind.toLowerCase(),
        shortNames: [of.shortName],
        categories: ['millrace'],
      },
      versions: [
        {
          name: VERSION,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: wholeSchema(of) },
          subresources: { status: {} },
          additionalPrinterColumns: of.columns,
          selectableFields: of.selectable.map((jsonPath) => ({ jsonPath })),
        },
      ],
    },
  };
}

function wholeSchema({ description, maxNameLength, spec, status }: ResourceKind): object {
  return {
    type: 'object',
    description,
    required: ['spec'],
    properties: {
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { type: 'object' },
      spec: structuralSchema(z.toJSONSchema(spec, { io: 'input' })),
      status: structuralSchema(z.toJSONSchema(status, { io: 'input' })),
    },
    'x-kubernetes-validations': [
      {
        rule: `self.metadata.name.size() <= ${maxNameLength}`,
        message: `the name must have at most ${maxNameLength} characters`,
      },
    ],
  };
}
