import { hostRulesOf, isHostOrNetwork, refusedAddresses } from './host-rules.ts';

const env = (exempt: readonly string[]): Record<string, string> => ({
  SERVICE_CONNECTOR_BLOCK_PRIVATE_HOSTS: 'true',
  SERVICE_CONNECTOR_PRIVATE_HOSTS: JSON.stringify(exempt),
});

describe('an exempt host', () => {
  it.each([
    [['db.internal'], '10.0.0.5', 'DB.internal.', false],
    [['db.internal'], '10.0.0.5', 'other.internal', true],
    [['db.internal'], '10.0.0.5', undefined, true],
    [['10.0.0.0/30'], '10.0.0.3', undefined, false],
    [['10.0.0.0/30'], '10.0.0.4', 'db.internal', true],
    [['10.0.0.0/30'], '::ffff:10.0.0.3', undefined, false],
    [['fd00::/8'], 'fd12::1', undefined, false],
    [['fd12::1'], 'fd12::2', undefined, true],
    [['169.254.0.0/16', 'meta'], '169.254.169.254', 'meta', true],
    [[], '1.1.1.1', undefined, false],
  ])('of %j: %s, found by %s, is refused: %s', (exempt, address, name, isRefused) => {
    expect(refusedAddresses(hostRulesOf(env(exempt)))(address, name)).toBe(isRefused);
  });

  it.each([
    ['db.internal', true],
    ['postgres', true],
    ['10.2.0.0/16', true],
    ['fd00::/8', true],
    ['10.2.0.0/33', false],
    ['10.2.0.0/', false],
    ['db.internal:5432', false],
    ['https://db.internal', false],
    ['*.internal', false],
    ['', false],
  ])('is written as a name, an address or a network: %j is one: %s', (text, isOne) => {
    expect(isHostOrNetwork(text)).toBe(isOne);
  });
});
