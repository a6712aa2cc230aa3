import { UserError } from '../../domain/errors.ts';

/**
 * Checks that a connection without a secret may use the credentials that libraries find where this process runs: those
 * of variables, files and roles. On the machine of a service they are those of the operator, which no secret reference may name.
 * Elsewhere they are of the pod of a run or of the person who calls the command line.
 * @param env usually `process.env`
 * @throws UserError
 */
export function checkMachineIdentity(env: Readonly<Record<string, string | undefined>>): void {
  if (env.SERVICE_CONNECTOR_MACHINE_IDENTITY !== 'false') return;
  throw new UserError(
    'it has no secret, and connections may not use the credentials of the machine of the service. Give it a secret, or set SERVICE_CONNECTOR_MACHINE_IDENTITY=true for the service',
  );
}
