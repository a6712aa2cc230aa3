import path from 'node:path';
import { z } from 'zod';
import { UserError } from '../../domain/errors.ts';
import type { SecretSources } from './resolve-secret.ts';
import { readSecret } from './read-secret.ts';
import { secretFolders } from './secret-settings.ts';

const list = z
  .string()
  .default('[]')
  .transform((text, context) => {
    const parsed = z.array(z.string()).safeParse(parsedJson(text));
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: 'must be a JSON list of texts' });
    return z.NEVER;
  });

const schema = z.object({
  SERVICE_SECRET_FILE_DIRS: list,
  SERVICE_DATA_DIR: z.string().default('.millrace'),
});

/**
 * The sources of secrets of a runner process.
 * @param env usually `process.env`
 * @throws UserError that names the invalid variable
 */
export function readSecretSources(
  env: Readonly<Record<string, string | undefined>>,
): SecretSources {
  const present = Object.entries(env).filter(([, value]) => value?.trim() !== '');
  const parsed = schema.safeParse(Object.fromEntries(present));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new UserError(`${issue?.path.join('.') ?? 'The environment'}: ${issue?.message ?? ''}`);
  }
  const { data } = parsed;
  const fileFolders = secretFolders({
    fileFolders: data.SERVICE_SECRET_FILE_DIRS,
    dataDir: path.resolve(data.SERVICE_DATA_DIR),
  });
  return { fileFolders, named: readSecret };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
