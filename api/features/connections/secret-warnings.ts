import { access } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import {
  allowedFile,
  isAllowedVariable,
} from '../../../runner/connectors/secrets/secret-policy.ts';
import { parseSecretReference } from '../../../runner/connectors/secrets/secret-reference.ts';
import type { SecretReference } from '../../../runner/connectors/secrets/secret-reference.ts';
import type { SecretSettings } from '../../../runner/connectors/secrets/secret-settings.ts';
import { UserError } from '../../../runner/domain/errors.ts';
import type { ReadSecret } from '../../../runner/domain/named-secret.ts';
import type { Keyring } from '../../domain/keyring/keyring.ts';
import { answerWarning, type AnswerWarning } from '../../openapi/warnings.ts';

/** How long a save waits for the answer of a cluster or a keyring. */
const MAX_WAIT_MS = 2_000;

const FIELD = 'password_env';

/** The messages never repeat the reference, which may be a secret in the wrong place. */
const BARE =
  'password_env is read as the name of an environment variable, and none of this name is set where runs execute. If it is the secret itself, remove it here, since it is stored as it is, and change the secret; then name it by env:NAME, keyring:NAME or file:/path.';
const VARIABLE =
  'password_env names an environment variable that is not set where runs execute. Set it there and restart the service, or store the secret under keyring:NAME or file:/path.';
const FILE =
  'password_env names a file that does not exist where runs execute. Create it before the connection is used.';
const KEYRING =
  'password_env names an entry of the keyring, and there is no keyring to use: GET /api/connections/keyring says why. Set it up before the connection is used, or use env:NAME or file:/path.';

export interface SecretWarningDeps {
  /** Reads variables where runs execute. */
  readonly readSecret: ReadSecret;
  /** Whether runs execute on this machine, where files can be looked for. */
  readonly isLocal: boolean;
  readonly secrets: SecretSettings;
  /** Whether a variable is a setting of the service. */
  readonly isOwnVariable: (name: string) => boolean;
  readonly keyring: Pick<Keyring, 'availability'>;
}

/**
 * Warns of a secret that a run would not find. Entries of a keyring, which may ask for a password, are not read. Of a
 * secret that no connection may use nothing is said: the answer would show which files of the machine exist.
 */
export async function secretWarnings(
  text: string | null,
  deps: SecretWarningDeps,
): Promise<AnswerWarning[]> {
  const reference = text === null ? null : parseSecretReference(text);
  if (text === null || reference === null || !(await isMissing(reference, deps))) return [];
  return [answerWarning('missing_secret', messageOf(reference, text), { field: FIELD })];
}

function messageOf({ scheme }: SecretReference, text: string): string {
  if (scheme === 'keyring') return KEYRING;
  if (scheme === 'file') return FILE;
  return text.includes(':') ? VARIABLE : BARE;
}

async function isMissing(
  reference: SecretReference,
  { readSecret, isLocal, secrets, isOwnVariable, keyring }: SecretWarningDeps,
): Promise<boolean> {
  if (reference.scheme === 'keyring') {
    const state = await soon(keyring.availability());
    return state !== null && !state.available;
  }
  if (reference.scheme === 'file') return isLocal && (await isMissingFile(reference.path, secrets));
  if (!isAllowedVariable(reference.name, secrets, isOwnVariable)) return false;
  const { scheme, name } = reference;
  const found = await soon(readSecret({ scheme, name }));
  return found !== null && 'missing' in found;
}

/** Null for what fails or takes long: a cluster that does not answer is no reason to fail a save. */
async function soon<T>(answer: Promise<T>): Promise<T | null> {
  const late = delay(MAX_WAIT_MS, null, { ref: false });
  return await Promise.race([answer.catch(() => null), late]);
}

/** Looks only for the file that the policy allows, behind all links. */
async function isMissingFile(file: string, { fileFolders }: SecretSettings): Promise<boolean> {
  try {
    await access(await allowedFile(file, fileFolders));
    return false;
  } catch (error) {
    return !(error instanceof UserError);
  }
}
