import { X509Certificate } from 'node:crypto';
import type { ConnectionFields } from '../domain/connection.ts';
import { UserError } from '../domain/errors.ts';
import type { ConnectionField } from './connection-form.ts';
import { optionsOf } from './provider.ts';

/** The field of the form. */
export const CA_CERTIFICATE: ConnectionField = {
  key: 'options.ca_certificate',
  label: 'CA certificate',
  type: 'string',
  required: false,
  placeholder: '-----BEGIN CERTIFICATE-----',
  help: 'The certificates in PEM of the only authorities that may sign the certificate of the server. Empty: those that the machine trusts. It applies where certificates are checked.',
};

/** A larger bundle is that of a machine, not of a connection. */
const MAX_CHARACTERS = 65_536;
const CERTIFICATE = /-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/g;

/** The authorities that a connection trusts, as TLS sockets of Node take them. */
export interface TrustedAuthorities {
  /** Certificates in PEM. Absent: those that the machine trusts. */
  readonly ca?: string;
}

/**
 * The authorities of the option `ca_certificate`.
 * @param isChecked whether the other options make the client check certificates, and how to make it do so
 * @throws UserError for a text that is no certificate, and where none is checked
 */
export function trustedAuthorities(
  fields: ConnectionFields,
  { isChecked, remedy }: { readonly isChecked: boolean; readonly remedy: string },
): TrustedAuthorities {
  const { ca_certificate: text } = optionsOf(fields);
  if (text === undefined || text === null || text === '') return {};
  const certificates = typeof text === 'string' ? certificatesIn(text) : null;
  if (certificates === null) {
    throw new UserError(
      'options.ca_certificate must be certificates in PEM, each from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----, without a private key.',
    );
  }
  if (isChecked) return { ca: certificates.join('') };
  throw new UserError(
    `options.ca_certificate is without effect while no certificate is checked. ${remedy}`,
  );
}

/** The certificates of a text, also of one whose lines a form has joined. Null: there is none, or one is damaged. */
function certificatesIn(text: string): readonly string[] | null {
  const bodies = Array.from(text.matchAll(CERTIFICATE), ([, body = '']) => body);
  const isOther = text.replaceAll(CERTIFICATE, '').includes('-----BEGIN');
  if (text.length > MAX_CHARACTERS || isOther || bodies.length === 0) return null;
  try {
    return bodies.map((body) => new X509Certificate(Buffer.from(body, 'base64')).toString());
  } catch {
    return null;
  }
}
