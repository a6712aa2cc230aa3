import { S3Client } from '@aws-sdk/client-s3';
import { UserError } from '../../../domain/errors.ts';
import { s3ClientConfig, type S3Options } from '../../../storage/s3-client-config.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { booleanOption } from '../../storage/cloud-options.ts';
import { endpointOf } from '../../storage/endpoint.ts';
import { checkMachineIdentity } from '../../storage/machine-identity.ts';
import { regionOf } from './s3-region.ts';

/**
 * A client of the server of a connection. It has the keys of the connection, else those that the SDK finds for
 * the machine, if connections may use them, or the pod; never those of the service's own store.
 * @throws UserError
 */
export function createS3Client(target: ConnectionTarget): S3Client {
  const { connection } = target;
  const { url: endpoint, ...sockets } = endpointOf(connection) ?? {};
  const region = regionOf(connection) ?? process.env.AWS_REGION;
  const forcePathStyle = booleanOption(connection, 'path_style');
  return new S3Client(
    s3ClientConfig({
      ...keysOf(target),
      ...(endpoint === undefined ? {} : { endpoint, ...sockets }),
      ...(region === undefined || region === '' ? {} : { region }),
      ...(forcePathStyle === null ? {} : { forcePathStyle }),
    }),
  );
}

function keysOf({
  connection,
  secret,
}: ConnectionTarget): Pick<S3Options, 'accessKeyId' | 'secretAccessKey'> {
  const { username } = connection;
  if (username === null && secret === null) {
    checkMachineIdentity(process.env);
    return {};
  }
  if (username !== null && secret !== null) {
    return { accessKeyId: username, secretAccessKey: secret };
  }
  throw new UserError(
    'an access key needs a secret key and vice versa. Set username and password_env, or neither',
  );
}
