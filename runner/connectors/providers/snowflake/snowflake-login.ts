import { createPrivateKey } from 'node:crypto';
import type { ConnectionOptions } from 'snowflake-sdk';
import { UserError } from '../../../domain/errors.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { accountAddress, sessionDefaults } from './snowflake-account.ts';

/** What the driver connects with. @throws UserError for what it would refuse, or misunderstand */
export function loginOptions({ connection, secret }: ConnectionTarget): ConnectionOptions {
  const { database, username } = connection;
  if (username === null) throw new UserError('it needs the field "username" (User)');
  if (secret === null) throw new UserError('it needs a password or a private key');
  return {
    ...accountAddress(connection),
    ...sessionDefaults(connection),
    ...credentialsOf(secret),
    username,
    database: database ?? '',
    application: 'millrace',
    clientStoreTemporaryCredential: false,
    clientRequestMFAToken: false,
    disableConsoleLogin: true,
    sfRetryMaxLoginRetries: 0,
    // A write that is prepared waits for the end of its run, which can be after that of an idle session.
    clientSessionKeepAlive: true,
    ...RESULTS,
  };
}

/** Rows are arrays of exact values. One part of a long result is read while the next one is fetched. */
const RESULTS = {
  rowMode: 'array',
  streamResult: true,
  jsTreatIntegerAsBigInt: true,
  fetchAsString: ['Number'],
  representNullAsStringNull: false,
  resultPrefetch: 1,
  rowStreamHighWaterMark: 1_000,
  // Beyond so many values the driver would write them into files.
  arrayBindingThreshold: 1_000_000_000,
} satisfies ConnectionOptions;

function credentialsOf(secret: string): ConnectionOptions {
  if (!secret.trimStart().startsWith('-----BEGIN')) return { password: secret };
  if (secret.includes('ENCRYPTED')) {
    throw new UserError(
      'the private key is encrypted, and there is no field for its passphrase. Store the key without one',
    );
  }
  return { authenticator: 'SNOWFLAKE_JWT', privateKey: normalized(secret) };
}

/** The key in the form that the driver accepts. The reason of a failure could have a part of the key. */
function normalized(secret: string): string {
  try {
    return createPrivateKey(secret).export({ format: 'pem', type: 'pkcs8' }).toString().trim();
  } catch {
    throw new UserError('the secret begins like a private key, but is none in the format PEM');
  }
}
