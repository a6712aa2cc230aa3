import { checkConnection } from '../../check-connection.ts';
import { snowflake } from './snowflake.ts';
import { accountAddress } from './snowflake-account.ts';

const fields = (options: object | null) => ({
  provider: 'snowflake',
  host: 'ACME-SALES',
  port: null,
  database: 'SHOP',
  username: 'loader',
  secret: 'env:SHOP',
  options: options as Record<string, string> | null,
});

describe('the account of a connection to Snowflake', () => {
  it.each([
    ['ACME-SALES', null, { account: 'ACME-SALES' }],
    ['xy12345.eu-central-1', null, { account: 'xy12345.eu-central-1' }],
    [
      'xy12345.eu-central-1.privatelink.snowflakecomputing.com',
      null,
      {
        account: 'xy12345',
        accessUrl: 'https://xy12345.eu-central-1.privatelink.snowflakecomputing.com',
      },
    ],
    ['proxy.example', 8443, { account: 'proxy', accessUrl: 'https://proxy.example:8443' }],
  ])('is found by the field "host": %s, port %s', (host, port, address) => {
    expect(accountAddress({ host, port })).toEqual(address);
  });

  it.each(['https://acme.snowflakecomputing.com', 'acme.com/x', 'acme@evil.example', 'a b', ''])(
    'is refused when the connection is saved where it is an address of another form: %j',
    (host) => {
      expect(() => snowflake.check?.({ ...fields(null), host })).toThrow('ORGANIZATION-ACCOUNT');
    },
  );

  it.each([
    [{ account: 'other' }, 'options.account would name another server'],
    [{ token: 'x' }, 'options.token would store a secret'],
    [{ warehouse: 'w'.repeat(256) }, 'options.warehouse must be a text'],
  ])('is saved with no option that names another one or has a secret: %j', (options, why) => {
    expect(() => checkConnection(fields(options))).toThrow(why);
  });

  it('is saved with a schema, a warehouse and a role', () => {
    const options = { schema: 'PUBLIC', warehouse: 'LOAD', role: 'LOADER' };
    expect(() => snowflake.check?.(fields(options))).not.toThrow();
  });
});
