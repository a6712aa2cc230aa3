import type { TokenCredential } from '@azure/identity';
import { UserError } from '../../../domain/errors.ts';
import { checkMachineIdentity } from '../../storage/machine-identity.ts';
import { identityLibrary } from './azure-library.ts';

/** The variables that the workload identity of a cluster sets in a pod. */
const VARIABLES = ['AZURE_CLIENT_ID', 'AZURE_TENANT_ID', 'AZURE_FEDERATED_TOKEN_FILE'] as const;

/**
 * The identity of the pod, whose token the service account of the pod proves.
 * @throws UserError where the pod has none, or connections may not use it
 */
export function workloadIdentity(env: NodeJS.ProcessEnv = process.env): TokenCredential {
  checkMachineIdentity(env);
  const missing = VARIABLES.find((name) => (env[name] ?? '') === '');
  if (missing === undefined) return new (identityLibrary().WorkloadIdentityCredential)();
  throw new UserError(
    `there are no credentials. Set username and password_env, or give the pod a workload identity (${missing} is not set)`,
  );
}
