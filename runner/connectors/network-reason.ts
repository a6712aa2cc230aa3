import { errorCode } from '../domain/error-code.ts';

const TRUST = 'Name its authority in NODE_EXTRA_CA_CERTS of the service, or correct host';
const UNKNOWN_AUTHORITY = `the certificate of the server is signed by an unknown authority. ${TRUST}`;

/** What the codes of sockets mean, as the rest of a sentence. */
const REASONS: Readonly<Record<string, string>> = {
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

/** Why a connection failed, from the code of its socket; null for any other error. */
export function networkReason(error: unknown): string | null {
  // An attempt at several addresses of a host fails with an AggregateError.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return REASONS[errorCode(first) ?? ''] ?? null;
}
