import { z } from 'zod';
import { idText } from '../../openapi/field-types.ts';

/** A template as the API lists it. */
export const TemplateRead = z.object({
  id: z.string().meta({ examples: ['rain-by-month'] }),
  name: z.string(),
  description: z.string(),
  datasets: z.array(z.string()).meta({ description: 'The public files that it reads.' }),
  node_types: z.array(z.string()).meta({ description: 'The types of its nodes, in order.' }),
});
export type TemplateRead = z.infer<typeof TemplateRead>;

/** The body of a request to open a template. */
export const TemplateOpen = z.object({
  project_id: idText
    .nullish()
    .meta({ description: 'The project of the flow; by default the default project.' }),
});
