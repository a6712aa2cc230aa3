import { UserError } from '../../../domain/errors.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { HEADER_VALUE } from './request-checks.ts';
import type { RestOptions } from './rest-options.ts';

/** What a request has of the secret. */
export interface RestCredentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly parameters: readonly (readonly [string, string])[];
}

/** The credentials of each request. @throws UserError when the secret is missing or cannot be sent */
export function credentialsOf(
  { connection, secret }: ConnectionTarget,
  options: RestOptions,
): RestCredentials {
  const style = options.auth_style;
  if (style === 'none') return { headers: {}, parameters: [] };
  if (secret === null) {
    throw new UserError(`options.auth_style is ${style}, so password_env must name a secret`);
  }
  if (style !== 'query_param' && !HEADER_VALUE.test(secret)) {
    throw new UserError('the secret has characters that no header can have');
  }
  switch (style) {
    case 'api_key':
      return { headers: { [options.api_key_header]: secret }, parameters: [] };
    case 'bearer':
      return { headers: { Authorization: `Bearer ${secret}` }, parameters: [] };
    case 'basic': {
      const pair = Buffer.from(`${connection.username ?? ''}:${secret}`).toString('base64');
      return { headers: { Authorization: `Basic ${pair}` }, parameters: [] };
    }
    case 'query_param':
      return { headers: {}, parameters: [[options.api_key_param, secret]] };
  }
}
