import { errorCode } from '../domain/error-code.ts';

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
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate of the server is signed by nobody else',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate of the server is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'the certificate of the server is signed by an unknown authority',
  CERT_HAS_EXPIRED: 'the certificate of the server has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the server is for another host',
};

/** Why a connection failed, from the code of its socket; null for any other error. */
export function networkReason(error: unknown): string | null {
  // An attempt at several addresses of a host fails with an AggregateError.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return REASONS[errorCode(first) ?? ''] ?? null;
}
