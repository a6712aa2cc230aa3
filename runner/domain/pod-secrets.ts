import type { NamedSecret } from './named-secret.ts';

/** Where the pod of a run has the files of secrets that its flow names. */
export const POD_SECRET_FOLDER = '/run/secrets/millrace';

const PREFIXES: Readonly<Record<NamedSecret['scheme'], string>> = {
  env: 'MILLRACE_SECRET_ENV_',
  keyring: 'MILLRACE_SECRET_KEYRING_',
};

/** Variables of a pod that contain the name of the Kubernetes Secret of each scheme. */
export const SECRET_NAME_VARIABLES: Readonly<Record<NamedSecret['scheme'], string>> = {
  env: 'MILLRACE_VARIABLES_SECRET',
  keyring: 'MILLRACE_KEYRING_SECRET',
};

/** A variable of a pod that lists the names of the variables that it was to get, separated by commas. */
export const GIVEN_VARIABLES = 'MILLRACE_VARIABLES_GIVEN';

/** The variable by which the pod of a run gets a secret. No reference can name another variable of the pod. */
export function podVariable({ scheme, name }: NamedSecret): string {
  return `${PREFIXES[scheme]}${name}`;
}

/** Whether a Kubernetes Secret can have a key. */
export function isSecretKey(key: string): boolean {
  return /^[-._A-Za-z0-9]{1,253}$/.test(key) && key !== '.' && !key.startsWith('..');
}

/** Why the pod of a run was not to get a variable beside others. */
export function disallowedVariable(name: string): string {
  return `connections may not use the variable ${name}: config.secretEnvAllowlist of the chart (SERVICE_SECRET_ENV_ALLOWLIST) does not contain it`;
}

/** Why a secret is missing in a cluster. @param secret the Kubernetes Secret; undefined: none was searched */
export function missingKey({ scheme, name }: NamedSecret, secret: string | undefined): string {
  const isVariable = scheme === 'env';
  if (secret !== undefined) {
    return `the Secret ${secret} of ${isVariable ? 'variables' : 'the keyring'} has no key ${name}`;
  }
  return isVariable
    ? `no Secret gives it the variable ${name}; set connectionSecrets.variables of the chart, and allow the variable if config.secretEnvAllowlist is not empty`
    : `no Secret gives it the entry ${name} of the keyring; set connectionSecrets.keyring of the chart`;
}
