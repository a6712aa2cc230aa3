import { z } from 'zod';

const MAX_SECRETS = 64;

function keys(description: string): z.ZodDefault<z.ZodArray<z.ZodString>> {
  return z
    .array(
      z
        .string()
        .regex(/^[-._A-Za-z0-9]+$/)
        .max(253),
    )
    .max(MAX_SECRETS)
    .default([])
    .meta({ description });
}

/** Keys of Secrets that the connections of a run name. The installation says which Secrets. */
export const runSecretsSchema = z
  .object({
    variables: keys('Keys of the Secret of variables.'),
    keyring: keys('Keys of the Secret of the keyring.'),
    files: keys('Keys of the Secret of files.'),
  })
  .optional()
  .meta({
    description:
      'The secrets that the connections of the flow name. The pods of the run get these and no others.',
  });

/** The keys of each Secret. */
export type RunSecrets = NonNullable<z.output<typeof runSecretsSchema>>;
