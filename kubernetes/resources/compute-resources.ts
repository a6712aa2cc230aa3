import { z } from 'zod';

const quantity = z.string().regex(/^\d+(\.\d+)?(m|k|Ki|M|Mi|G|Gi|T|Ti)?$/);

/** Resource requests of a runner. The installation provides absent values. */
export const computeResourcesSchema = z.object({
  cpu: quantity.optional().meta({ description: 'CPUs to reserve, e.g. 500m.' }),
  memory: quantity
    .optional()
    .meta({ description: 'Memory to reserve, which is also the limit, e.g. 2Gi.' }),
});
