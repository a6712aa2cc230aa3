import { z } from 'zod';
import { isHostOrNetwork } from '../../runner/connectors/host-rules.ts';
import { flag, optional, required, textList } from './config-option.ts';

const objectName = z
  .string()
  .max(253)
  .regex(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/, 'must be a name of a Kubernetes object');

/** What connections may reach, and which secrets they may use. */
export const CONNECTION_OPTIONS = {
  connectorBlockPrivateHosts: required({
    env: 'SERVICE_CONNECTOR_BLOCK_PRIVATE_HOSTS',
    description:
      'Whether connections, also to databases, and notifications to addresses of private networks are refused.',
    fallback: 'false',
    schema: flag,
  }),
  connectorPrivateHosts: required({
    env: 'SERVICE_CONNECTOR_PRIVATE_HOSTS',
    description:
      'Names, addresses and networks (10.2.0.0/16), as a JSON list, that connections reach although SERVICE_CONNECTOR_BLOCK_PRIVATE_HOSTS is true.',
    fallback: '[]',
    schema: textList.refine(
      (hosts) => hosts.every(isHostOrNetwork),
      'must list names of hosts, addresses and networks, e.g. ["db.internal","10.2.0.0/16"]',
    ),
  }),
  connectorMachineIdentity: required({
    env: 'SERVICE_CONNECTOR_MACHINE_IDENTITY',
    description:
      'Whether connections to storages without a secret use the credentials of the machine or pod of the service: its variables, files and roles.',
    fallback: 'false',
    schema: flag,
  }),
  connectorOwnBucket: required({
    env: 'SERVICE_CONNECTOR_OWN_BUCKET',
    description:
      'Whether connections may use the bucket, or the prefix in it, where the service keeps its own data.',
    fallback: 'false',
    schema: flag,
  }),
  secretEnvAllowlist: required({
    env: 'SERVICE_SECRET_ENV_ALLOWLIST',
    description:
      'Variables, as a JSON list, that secret references may name: exact, or with * at the end; [] means any but the settings of the service.',
    fallback: '[]',
    schema: textList,
  }),
  variablesSecret: optional({
    env: 'SERVICE_VARIABLES_SECRET',
    description:
      'In a cluster: the Secret in the namespace of the runs whose keys are the variables that secret references may name.',
    schema: objectName,
  }),
  keyringSecret: optional({
    env: 'SERVICE_KEYRING_SECRET',
    description:
      'In a cluster: the Secret in the namespace of the runs in which the keyring keeps its entries.',
    schema: objectName,
  }),
  secretFileDirs: required({
    env: 'SERVICE_SECRET_FILE_DIRS',
    description:
      'Folders, as a JSON list, of the files that secret references may name; [] means DATA_DIR/secrets, the files directly in /run/secrets, and /run/secrets/millrace.',
    fallback: '[]',
    schema: textList,
  }),
  storageAllowedRoots: required({
    env: 'SERVICE_STORAGE_ALLOWED_ROOTS',
    description:
      'Folders, as a JSON list, that contain all local folders, database files and sockets of connections; [] means any folder but those of the system and of the service.',
    fallback: '[]',
    schema: textList,
  }),
} as const;
