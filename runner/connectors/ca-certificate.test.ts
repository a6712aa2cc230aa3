import { loopbackCertificate, signedLoopback } from '../../test/support/loopback-certificate.ts';
import type { JsonObject } from '../domain/json.ts';
import { checkConnection } from './check-connection.ts';

const { authority } = signedLoopback();
const CHECKED: Readonly<Record<string, JsonObject>> = {
  postgresql: { sslmode: 'verify-full' },
  mysql: { sslmode: 'verify-ca' },
  mongodb: { sslmode: 'verify-full' },
  rest_api: {},
};
const UNCHECKED: Readonly<Record<string, JsonObject>> = {
  postgresql: {},
  mysql: { sslmode: 'require' },
  mongodb: {},
  rest_api: { verify_tls: false },
};

function check(provider: string, options: JsonObject): void {
  const host = provider === 'rest_api' ? 'https://api.example.com' : 'db.example.com';
  const empty = { port: null, username: null, secret: null };
  checkConnection({ ...empty, provider, host, database: 'd', options });
}

describe.each(Object.keys(CHECKED))('the CA certificate of a connection to %s', (provider) => {
  it('may be one or several certificates in PEM, also on one line', () => {
    const joined = authority.replaceAll('\n', ' ');
    for (const text of [authority, `# Ours\n${authority}${authority}`, joined, '']) {
      const options = { ...CHECKED[provider], ca_certificate: text };
      expect(() => {
        check(provider, options);
      }).not.toThrow();
    }
  });

  it('is rejected as a text that is no certificate', () => {
    const damaged = authority.replace(/\n.{20}/, '\n');
    const key = `${authority}${loopbackCertificate().key}`;
    for (const text of ['file:/ca.pem', damaged, key, 7, authority.repeat(200)]) {
      expect(() => {
        check(provider, { ...CHECKED[provider], ca_certificate: text });
      }).toThrow(/^options\.ca_certificate must be certificates in PEM/);
    }
  });

  it('is rejected while no certificate is checked', () => {
    expect(() => {
      check(provider, { ...UNCHECKED[provider], ca_certificate: authority });
    }).toThrow(/^options\.ca_certificate is without effect .* Set options\.\w+ to/);
  });
});
