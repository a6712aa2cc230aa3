import type { NamedSecret } from '../../runner/domain/named-secret.ts';
import {
  GIVEN_VARIABLES,
  POD_SECRET_FOLDER,
  podVariable,
  SECRET_NAME_VARIABLES,
} from '../../runner/domain/pod-secrets.ts';
import type { RunSecrets } from '../../kubernetes/resources/run-secrets.ts';
import type { JobSettings } from './job-settings.ts';

const VOLUME = 'connection-secrets';

/** What the pod of a run gets so that it can read the secrets that its flow names. */
export interface SecretAccess {
  readonly env: readonly object[];
  readonly volumes: readonly object[];
  readonly volumeMounts: readonly object[];
}

/**
 * Gives a pod exactly the keys of a run. Every key is optional: a pod with a missing one starts, and its runner
 * fails the run with the name of the secret and the place searched.
 */
export function secretAccess(
  secrets: RunSecrets | undefined,
  { connectionSecrets: names }: Pick<JobSettings, 'connectionSecrets'>,
): SecretAccess {
  if (secrets === undefined) return { env: [], volumes: [], volumeMounts: [] };
  const { variables, keyring, files } = secrets;
  const env = [
    ...keysOf('env', variables, names.variables),
    ...keysOf('keyring', keyring, names.keyring),
  ];
  if (files.length === 0 || names.files === undefined) {
    return { env, volumes: [], volumeMounts: [] };
  }
  const items = files.map((key) => ({ key, path: key }));
  return {
    env,
    volumes: [{ name: VOLUME, secret: { secretName: names.files, optional: true, items } }],
    volumeMounts: [{ name: VOLUME, mountPath: POD_SECRET_FOLDER, readOnly: true }],
  };
}

function keysOf(
  scheme: NamedSecret['scheme'],
  keys: readonly string[],
  secret: string | undefined,
): readonly object[] {
  if (keys.length === 0 || secret === undefined) return [];
  return [
    { name: SECRET_NAME_VARIABLES[scheme], value: secret },
    ...(scheme === 'env' ? [{ name: GIVEN_VARIABLES, value: keys.join(',') }] : []),
    ...keys.map((key) => ({
      name: podVariable({ scheme, name: key }),
      valueFrom: { secretKeyRef: { name: secret, key, optional: true } },
    })),
  ];
}
