import type { ConnectionFields } from '../../domain/connection.ts';
import { checkNoTarget } from './target-options.ts';

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
        checkNoTarget(fields({ [name]: 'canary' }));
      };
      expect(check).toThrow(`options.${name} would store a secret.`);
      expect(check).not.toThrow('canary');
    },
  );

  it.each([
    'sslmode',
    'application_name',
    'schema',
    'warehouse',
    'authMechanism',
    'ca_certificate',
  ])('may have %s', (name) => {
    expect(() => {
      checkNoTarget(fields({ [name]: 'x' }));
    }).not.toThrow();
  });

  it('name no other server', () => {
    expect(() => {
      checkNoTarget(fields({ HostAddr: '10.0.0.1' }));
    }).toThrow('options.hostaddr would name another server');
  });
});
