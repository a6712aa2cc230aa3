import { z } from 'zod';

const NAME = 'Letters, digits, dots, underscores and hyphens.';

export const KeyringAvailability = z
  .object({
    available: z.boolean().meta({ description: 'Whether secrets can be stored here.' }),
    backend: z.string().nullable().meta({ description: 'What keeps them; null: nothing does.' }),
    detail: z.string().nullable().meta({ description: 'Why it is not available; null: it is.' }),
  })
  .meta({
    id: 'KeyringAvailability',
    description: 'Whether there is a keyring.',
    examples: [{ available: true, backend: 'Secret Service', detail: null }],
  });

export const KeyringSecretWrite = z
  .object({
    name: z.string().min(1).max(255).meta({ description: NAME }),
    value: z.string().min(1).max(4096).meta({
      description: 'The secret, of at most 4096 bytes. No answer repeats it.',
    }),
    overwrite: z.boolean().default(false).meta({ description: 'Replaces a secret of the name.' }),
  })
  .meta({
    id: 'KeyringSecretWrite',
    description: 'A secret to store.',
    examples: [{ name: 'shop.password', value: 'secret', overwrite: false }],
  });

export const KeyringSecretStatus = z
  .object({
    name: z.string().meta({ description: 'Its name.' }),
    exists: z.boolean().meta({ description: 'Whether the keyring has it.' }),
    reference: z.string().meta({ description: 'The reference for `password_env`.' }),
  })
  .meta({
    id: 'KeyringSecretStatus',
    description: 'A secret of the keyring, without its value.',
    examples: [{ name: 'shop.password', exists: true, reference: 'keyring:shop.password' }],
  });
export type KeyringSecretStatus = z.output<typeof KeyringSecretStatus>;
