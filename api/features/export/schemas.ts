import { z } from 'zod';
import { shownAs } from '../../openapi/field-types.ts';
import { ParseOptions } from '../datasets/schemas.ts';
import { EXAMPLES } from '../flows/examples.ts';

export const DOCUMENT_FORMAT = 'service.flow/v1';

const notebook = (exporter: string): z.ZodNullable<z.ZodString> =>
  z
    .string()
    .nullable()
    .meta({
      description: `Jupyter notebook of the exporter \`${exporter}\`, as JSON text; null unless asked for.`,
    });

export const FlowDocument = z
  .object({
    format: z.literal(DOCUMENT_FORMAT).meta({ description: 'The form of this document.' }),
    name: z.string().meta({ description: "The flow's name." }),
    description: z.string().nullable().meta({ description: 'Free text.' }),
    graph_json: shownAs('Graph', 'The graph as saved.'),
    parse_options: z.record(z.string(), ParseOptions).optional().meta({
      description:
        'How the file of each input node was read, by node id; absent when all were read by the defaults. `millrace run` reads the given files likewise, so give the uploaded file, not a download of the dataset, which has the defaults.',
    }),
  })
  .meta({
    id: 'FlowDocument',
    description: 'A flow to be imported elsewhere.',
    examples: [EXAMPLES.exported],
  });

export type FlowDocument = z.output<typeof FlowDocument>;

export const CodeExportRequest = z.object({}).meta({
  id: 'CodeExportRequest',
  description:
    'Nothing: the answer has the scripts of all exporters, whatever the engine of the flow.',
  examples: [{}],
});

export const CodeExportResponse = z
  .object({
    code: z.string().meta({ description: 'Script for pandas, of the exporter `python`.' }),
    polars: z.string().meta({ description: 'Script for polars, of the exporter `eager-polars`.' }),
    polars_lazy: z
      .string()
      .meta({ description: 'Script for lazy polars, of the exporter `lazy-polars`.' }),
    notebook: notebook('notebook'),
    notebook_polars: notebook('notebook-eager-polars'),
    notebook_polars_lazy: notebook('notebook-lazy-polars'),
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
