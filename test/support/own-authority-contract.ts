import { readSecretSources } from '../../runner/connectors/secrets/read-secret-sources.ts';
import type { SecretSources } from '../../runner/connectors/secrets/resolve-secret.ts';
import { providerOf } from '../../runner/connectors/providers/index.ts';
import { useStorage } from '../../runner/connectors/storage/use-storage.ts';
import { withSqlConnection } from '../../runner/connectors/use-connection.ts';
import type { ConnectionFields } from '../../runner/domain/connection.ts';
import type { FoundSecret } from '../../runner/domain/named-secret.ts';
import type { JsonObject } from '../../runner/domain/json.ts';
import { signedLoopback, type SignedLoopback } from './loopback-certificate.ts';

/** A server with TLS, and the fields of connections to it. */
export interface TlsRig {
  readonly fields: Partial<ConnectionFields> & Pick<ConnectionFields, 'provider'>;
  /** What the reference in the fields names. Absent: it is found where connections find theirs. */
  readonly secret?: string;
  close(): Promise<void>;
}

/**
 * Describes connections to a server of which only the connection knows the certificate authority.
 * @param options those of connections that check the certificate and its host
 */
export function describeOwnAuthority(
  title: string,
  start: (certificate: SignedLoopback) => Promise<TlsRig>,
  options: JsonObject = { sslmode: 'verify-full' },
): void {
  describe(`the certificate of another host than that of a connection to ${title}`, () => {
    it('is rejected, also where the connection names an IP address', async () => {
      const certificate = signedLoopback('localhost');
      const rig = await start(certificate);
      const own = { ...options, ca_certificate: certificate.authority };
      expect(await failureOf(rig, own)).toMatch(/is for another host/);
      await rig.close();
    });
  });

  describe(`the certificate authority of a connection to ${title}`, () => {
    const certificate = signedLoopback();
    let rig: TlsRig;

    beforeAll(async () => {
      rig = await start(certificate);
    });
    afterAll(() => rig.close());

    const failure = (authorities: JsonObject): Promise<string | null> =>
      failureOf(rig, { ...options, ...authorities });

    it('rejects the server when the connection names no authority', async () => {
      expect(await failure({})).toMatch(/unknown authority\. Name its authority/);
    });

    it('accepts the server when the connection names its authority', async () => {
      expect(await failure({ ca_certificate: certificate.authority })).toBeNull();
    });

    it('accepts the server when its authority is one of several', async () => {
      const both = signedLoopback().authority + certificate.authority;
      expect(await failure({ ca_certificate: both })).toBeNull();
    });

    it('rejects the server when the connection names another authority', async () => {
      const { authority } = signedLoopback();
      expect(await failure({ ca_certificate: authority })).toMatch(/unknown authority/);
    });
  });
}

function sourcesOf(secret: string): SecretSources {
  const named = (): Promise<FoundSecret> => Promise.resolve({ value: secret });
  return { fileFolders: [], named };
}

/** What the test of a connection says; null: it succeeds. */
async function failureOf({ fields, secret }: TlsRig, options: JsonObject): Promise<string | null> {
  const empty = { host: null, port: null, database: null, username: null, secret: null };
  const connection = { ...empty, ...fields, id: 'c', name: 'Own', options };
  try {
    const sources = secret === undefined ? readSecretSources(process.env) : sourcesOf(secret);
    if (providerOf(fields.provider)?.storage === undefined) {
      await withSqlConnection(connection, sources, (driver, target) => driver.test(target));
    } else {
      await useStorage(connection, sources, (storage) => storage.test());
    }
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
