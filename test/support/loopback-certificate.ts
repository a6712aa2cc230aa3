import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** An identity of 127.0.0.1, signed by itself. */
export interface LoopbackCertificate {
  readonly key: string;
  readonly cert: string;
}

/** Creates a key and a certificate that is valid for some hours. */
export function loopbackCertificate(): LoopbackCertificate {
  const pair = newPair();
  return {
    key: pem(pair.privateKey),
    cert: signed('127.0.0.1', pair, { issuer: '127.0.0.1', ...pair }),
  };
}

/** A certificate authority of the tests, and an identity of 127.0.0.1 that it has signed. */
export interface SignedLoopback extends LoopbackCertificate {
  /** The certificate of the authority. */
  readonly authority: string;
}

/** Creates an authority that nobody else knows, and an identity that it signs. */
export function signedLoopback(host: '127.0.0.1' | 'localhost' = '127.0.0.1'): SignedLoopback {
  const [authority, own] = [newPair(), newPair()];
  const issuer = `Authority ${randomBytes(4).toString('hex')}`;
  return {
    authority: signed(issuer, authority, { issuer, ...authority, isAuthority: true }),
    key: pem(own.privateKey),
    cert: signed(host, own, { issuer, ...authority }),
  };
}

interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

function newPair(): KeyPair {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function pem(key: KeyObject): string {
  return key.export({ format: 'pem', type: 'pkcs8' }).toString();
}

/** A certificate of a host's or an authority's public key, signed by the private key of the issuer. */
function signed(
  subject: string,
  { publicKey }: Pick<KeyPair, 'publicKey'>,
  {
    issuer,
    privateKey,
    isAuthority = false,
  }: Pick<KeyPair, 'privateKey'> & { readonly issuer: string; readonly isAuthority?: boolean },
): string {
  const hours = 3_600_000;
  const extension = isAuthority
    ? sequence(BASIC_CONSTRAINTS, der(0x04, sequence(TRUE)))
    : sequence(ALTERNATIVE_NAME, der(0x04, sequence(alternativeName(subject))));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    sequence(moment(Date.now() - hours), moment(Date.now() + 12 * hours)),
    nameOf(subject),
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(extension)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]);
  const certificate = sequence(body, ECDSA_WITH_SHA256, der(0x03, signature));
  return `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`;
}

function alternativeName(host: string): Buffer {
  return host === '127.0.0.1'
    ? der(0x87, Buffer.from([127, 0, 0, 1]))
    : der(0x82, Buffer.from(host));
}

function nameOf(text: string): Buffer {
  return sequence(set(sequence(COMMON_NAME, der(0x0c, Buffer.from(text)))));
}

/** A value in the encoding of certificates, after its tag. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const head =
    length < 0x80
      ? [tag, length]
      : length < 0x100
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function set(...parts: readonly Buffer[]): Buffer {
  return der(0x31, Buffer.concat(parts));
}

function moment(time: number): Buffer {
  const text = new Date(time).toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return der(0x18, Buffer.from(text));
}

const identifier = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));

const COMMON_NAME = identifier('550403');
const BASIC_CONSTRAINTS = identifier('551d13');
const TRUE = der(0x01, Buffer.from([0xff]));
const ALTERNATIVE_NAME = identifier('551d11');
const ECDSA_WITH_SHA256 = sequence(identifier('2a8648ce3d040302'));
