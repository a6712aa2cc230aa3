import { errorCode } from '../domain/error-code.ts';
import { PRIVATE_DATABASE_REASON } from './http/public-hosts.ts';

const TRUST =
  'Name its authority in the CA certificate of the connection, where its form has one, or in NODE_EXTRA_CA_CERTS of the service, or correct host';
const UNKNOWN_AUTHORITY = `the certificate of the server is signed by an unknown authority. ${TRUST}`;

/** What the codes of sockets mean, as the rest of a sentence. */
const REASONS: Readonly<Record<string, string>> = {
  PRIVATE_DATABASE: PRIVATE_DATABASE_REASON,
  ECONNREFUSED: 'nothing accepts connections at this host and port',
  ENOTFOUND: 'the host is unknown',
  EAI_AGAIN: 'the host cannot be looked up at the moment',
  ETIMEDOUT: 'the server did not answer in time',
  ECONNRESET: 'the server closed the connection',
  EPIPE: 'the server closed the connection',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network of the host cannot be reached',
  DEPTH_ZERO_SELF_SIGNED_CERT: `the certificate of the server is signed by nobody else. ${TRUST}`,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the server is for another host',
};

/** How messages of OpenSSL and Node begin, for drivers that replace the code. The longer one comes first. */
const MESSAGES: readonly (readonly [beginning: string, reason: string | undefined])[] = [
  ['self-signed certificate in certificate chain', REASONS.SELF_SIGNED_CERT_IN_CHAIN],
  ['self-signed certificate', REASONS.DEPTH_ZERO_SELF_SIGNED_CERT],
  ['unable to verify the first certificate', REASONS.UNABLE_TO_VERIFY_LEAF_SIGNATURE],
  ['unable to get local issuer certificate', REASONS.UNABLE_TO_GET_ISSUER_CERT_LOCALLY],
  ['certificate has expired', REASONS.CERT_HAS_EXPIRED],
  ["Hostname/IP does not match certificate's altnames", REASONS.ERR_TLS_CERT_ALTNAME_INVALID],
];

/** Why a connection failed, from the error of its socket; null for any other error. */
export function networkReason(error: unknown): string | null {
  // An attempt at several addresses of a host fails with an AggregateError.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const reason = REASONS[errorCode(first) ?? ''];
  return reason ?? reasonOfMessage(first);
}

function reasonOfMessage(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('message' in error)) return null;
  const message = String(error.message);
  return MESSAGES.find(([beginning]) => message.startsWith(beginning))?.[1] ?? null;
}
