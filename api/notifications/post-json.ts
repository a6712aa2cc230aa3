import https from 'node:https';
import { request as httpRequest } from '../http/builtin-http.ts';
import { lookupPublic, refuseKnownHost } from '../../runner/connectors/http/public-hosts.ts';

export interface PostTarget {
  /** http or https; a user name and password in it are sent as basic authentication. */
  readonly url: URL;
  /** Sent as `X-Service-Secret`. */
  readonly secret: string | null;
  /** Whether hosts of private networks are refused. */
  readonly blockPrivateHosts: boolean;
}

/**
 * Sends one POST request. It follows no redirect and does not read the body of the response.
 * @returns the status of the response
 * @throws PrivateHostError, an error of the network, or the abort reason of `signal`
 */
export async function postJson(
  target: PostTarget,
  json: string,
  signal: AbortSignal,
): Promise<number> {
  const { url, secret, blockPrivateHosts } = target;
  if (blockPrivateHosts) refuseKnownHost(url);
  const body = Buffer.from(json);
  const options: https.RequestOptions = {
    method: 'POST',
    agent: false,
    signal,
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      // Node writes header values as Latin-1: one byte for each character.
      ...(secret === null ? {} : { 'X-Service-Secret': Buffer.from(secret).toString('latin1') }),
    },
    ...(blockPrivateHosts ? { lookup: lookupPublic } : {}),
  };
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const send = url.protocol === 'https:' ? https.request : httpRequest;
  const request = send(url, options, (response) => {
    response.destroy();
    resolve(response.statusCode ?? 0);
  });
  request.on('error', reject);
  request.end(body);
  return await promise;
}
