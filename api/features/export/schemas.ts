import { z } from 'zod';
import { shownAs } from '../../openapi/field-types.ts';
import { EXAMPLES } from '../flows/examples.ts';

export const DOCUMENT_FORMAT = 'service.flow/v1';

const notebook = z
  .string()
  .nullable()
  .meta({ description: 'Jupyter notebook, as JSON text; null unless asked for.' });

export const FlowDocument = z
  .object({
    format: z.literal(DOCUMENT_FORMAT).meta({ description: 'The form of this document.' }),
    name: z.string().meta({ description: "The flow's name." }),
    description: z.string().nullable().meta({ description: 'Free text.' }),
    graph_json: shownAs('Graph', 'The graph as saved.'),
  })
  .meta({
    id: 'FlowDocument',
    description: 'A flow to be imported elsewhere.',
    examples: [EXAMPLES.exported],
  });

export type FlowDocument = z.output<typeof FlowDocument>;

export const CodeExportResponse = z
  .object({
    code: z.string().meta({ description: 'Script for pandas.' }),
    polars: z.string().meta({ description: 'Script for polars.' }),
    polars_lazy: z.string().meta({ description: 'Script for lazy polars.' }),
    notebook,
    notebook_polars: notebook,
    notebook_polars_lazy: notebook,
    flow_document: FlowDocument,
  })
  .meta({
    id: 'CodeExportResponse',
    description: 'A flow as Python, three ways.',
    examples: [
      {
        code: 'import pandas as pd',
        polars: 'import polars as pl',
        polars_lazy: 'import polars as pl',
        notebook: null,
        notebook_polars: null,
        notebook_polars_lazy: null,
        flow_document: EXAMPLES.exported,
      },
    ],
  });
export type CodeExportResponse = z.output<typeof CodeExportResponse>;
