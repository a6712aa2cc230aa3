import { z } from 'zod';

/** A condition (metav1.Condition). */
export const conditionSchema = z.object({
  type: z.string().max(64),
  status: z.enum(['True', 'False', 'Unknown']),
  reason: z.string().min(1).max(128),
  message: z.string().max(4096),
  lastTransitionTime: z.string().meta({ format: 'date-time' }),
  observedGeneration: z.int().min(0).optional(),
});

export type Condition = z.output<typeof conditionSchema>;
