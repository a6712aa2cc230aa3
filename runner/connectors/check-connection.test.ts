import type { ConnectionFields } from '../domain/connection.ts';
import { checkConnection } from './check-connection.ts';

function fields(options: Record<string, string>): ConnectionFields {
  return {
    provider: 'postgresql',
    host: 'db.example',
    port: 5432,
    database: 'shop',
    username: 'reader',
    secret: null,
    options,
  };
}

describe('the options of a connection to a database', () => {
  it.each(['password', 'sslpassword', 'Token', 'access_token', 'private_key', 'api_key', 'pwd'])(
    'contain no secret: %s is refused without its value',
    (name) => {
      const check = (): void => {
        checkConnection(fields({ [name]: 'canary' }));
      };
      expect(check).toThrow(`options.${name} would store a secret.`);
      expect(check).not.toThrow('canary');
    },
  );

  it.each(['application_name', 'schema', 'warehouse', 'authMechanism'])('may have %s', (name) => {
    expect(() => {
      checkConnection(fields({ [name]: 'x' }));
    }).not.toThrow();
  });

  it('name no other server', () => {
    expect(() => {
      checkConnection(fields({ HostAddr: '10.0.0.1' }));
    }).toThrow('options.hostaddr would name another server');
  });
});
