import { z } from 'zod';
import {
  descriptionText,
  nameText,
  storedDescription,
  timestampText,
} from '../../openapi/field-types.ts';

const color = z.string().max(32).meta({ description: 'A colour name for editors.' });

export const ProjectRead = z
  .object({
    id: z.string().meta({ description: 'UUID.' }),
    name: z.string().meta({ description: 'Unique, whatever its case.' }),
    description: storedDescription,
    color: z.string().meta({ description: 'A colour name for editors.' }),
    is_default: z.boolean().meta({ description: 'Takes what names no project.' }),
    is_disabled: z.boolean().meta({ description: 'Its flows do not run.' }),
    dataset_count: z.int().meta({ description: 'Datasets in it, deleted ones included.' }),
    flow_count: z.int().meta({ description: 'Flows in it.' }),
    created_at: timestampText,
    updated_at: timestampText,
  })
  .meta({
    id: 'ProjectRead',
    description: 'A workspace that groups datasets and flows.',
    examples: [
      {
        id: '7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11',
        name: 'Sales',
        description: null,
        color: 'violet',
        is_default: false,
        is_disabled: false,
        dataset_count: 2,
        flow_count: 1,
        created_at: '2026-11-21T09:34:09.175000Z',
        updated_at: '2026-11-21T09:34:09.175000Z',
      },
    ],
  });
export type ProjectRead = z.output<typeof ProjectRead>;

export const ProjectCreate = z
  .object({
    name: nameText,
    description: descriptionText.optional(),
    color: color.default('violet'),
  })
  .meta({ id: 'ProjectCreate', description: 'A new project.', examples: [{ name: 'Sales' }] });
export type ProjectCreate = z.output<typeof ProjectCreate>;

export const ProjectUpdate = z
  .object({
    name: nameText.optional(),
    description: descriptionText.optional(),
    color: color.optional(),
    is_disabled: z
      .boolean()
      .optional()
      .meta({ description: 'Disables or enables the project with what is in it.' }),
  })
  .meta({
    id: 'ProjectUpdate',
    description: 'The fields to change. An absent field is kept.',
    examples: [{ color: 'emerald', is_disabled: true }],
  });
export type ProjectUpdate = z.output<typeof ProjectUpdate>;
