import tls from 'node:tls';
import { loopbackCertificate, type LoopbackCertificate } from './loopback-certificate.ts';

/** A certificate of 127.0.0.1 that this process trusts until the tests of the file have ended. */
export function trustedLoopback(): LoopbackCertificate {
  const certificate = loopbackCertificate();
  const before = tls.getCACertificates('default');
  beforeAll(() => {
    tls.setDefaultCACertificates([...before, certificate.cert]);
  });
  afterAll(() => {
    tls.setDefaultCACertificates(before);
  });
  return certificate;
}
