import type { ConnectionFields } from '../domain/connection.ts';
import { addressLabel, addressOf, isSameAddress } from './address-of-connection.ts';

const SHOP: ConnectionFields = {
  provider: 'postgresql',
  host: 'db.example.com',
  port: 5432,
  database: 'shop',
  username: 'reader',
  secret: 'env:SHOP',
  options: { sslmode: 'prefer' },
};
const SNOWFLAKE = { ...SHOP, provider: 'snowflake', options: { schema: 'A' } };
const S3 = { ...SHOP, provider: 's3', host: 'https://s3.example.com/Path' };
const AZURE = { ...SHOP, provider: 'azure_blob', host: null };

it.each<[string, ConnectionFields, Partial<ConnectionFields>]>([
  ['account', SHOP, { username: 'next', secret: 'env:NEXT' }],
  ['mode of TLS', SHOP, { options: { sslmode: 'verify-full' } }],
  ['role of Snowflake', SNOWFLAKE, { options: { schema: 'A', role: 'READER' } }],
  ['spelling of the host', SHOP, { host: 'DB.Example.com' }],
  ['default port, which is written', SHOP, { port: null }],
])('the address of a connection stays with another %s', (_what, fields, change) => {
  expect(isSameAddress(addressOf(fields), addressOf({ ...fields, ...change }))).toBe(true);
});

it.each<[string, ConnectionFields, Partial<ConnectionFields>]>([
  ['provider', SHOP, { provider: 'mysql' }],
  ['host', SHOP, { host: 'db2.example.com' }],
  ['port', SHOP, { port: 5433 }],
  ['database', SHOP, { database: 'Shop' }],
  ['schema of Snowflake', SNOWFLAKE, { options: { schema: 'B' } }],
  ['path of an endpoint', S3, { host: 'https://s3.example.com/path' }],
  ['storage account of Azure', AZURE, { username: 'next' }],
])('the address of a connection differs with another %s', (_what, fields, change) => {
  expect(isSameAddress(addressOf(fields), addressOf({ ...fields, ...change }))).toBe(false);
});

it('an address is shown without the account', () => {
  expect(addressLabel(addressOf(SHOP))).toBe('PostgreSQL, db.example.com:5432/shop');
  expect(addressLabel(addressOf({ ...SHOP, provider: 'sqlite', host: null, port: null }))).toBe(
    'SQLite, shop',
  );
  expect(addressLabel(addressOf(SNOWFLAKE))).toBe('Snowflake, db.example.com:5432/shop/A');
});
