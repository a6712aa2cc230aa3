import { promisify } from 'node:util';
import {
  checkedLookup,
  isMetadataAddress,
  isPrivateAddress,
  lookupPublic,
  refuseKnownHost,
} from './public-hosts.ts';

describe('an address', () => {
  it.each([
    '127.0.0.1',
    '127.255.0.9',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    'fd00::1',
    'fe80::1',
    'fe80::1%eth0',
    '::7f00:1',
    '203.0.113.7',
    '2002:7f00:1::',
  ])('%s is private', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each(['1.1.1.1', '172.32.0.1', '172.15.0.1', '100.128.0.1', '2606:4700:4700::1111'])(
    '%s is public',
    (address) => {
      expect(isPrivateAddress(address)).toBe(false);
    },
  );
});

describe('an address of metadata', () => {
  it.each([
    '169.254.169.254',
    '169.254.170.2',
    '100.100.100.200',
    '::ffff:169.254.169.254',
    '::ffff:a9fe:a9fe',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    '168.63.129.16',
    'fd00:ec2::254',
    'fd20:ce::254',
    'fe80::1%2',
  ])('%s is found', (address) => {
    expect(isMetadataAddress(address)).toBe(true);
  });

  it.each(['127.0.0.1', '10.0.0.1', '::1', 'fd00::1', '1.1.1.1'])('%s is none', (address) => {
    expect(isMetadataAddress(address)).toBe(false);
  });
});

describe('a URL', () => {
  it.each(['metadata.google.internal', 'METADATA.google.internal.', 'metadata.goog'])(
    'of the server of metadata %s is refused by its name, also where private addresses are not',
    (host) => {
      expect(() => {
        refuseKnownHost(new URL(`http://${host}/computeMetadata/v1/`), isMetadataAddress);
      }).toThrow('private network');
    },
  );

  it.each(['http://127.1/', 'http://0x7f000001/', 'http://2130706433/', 'http://[::1]:80/x'])(
    '%s is refused',
    (url) => {
      expect(() => {
        refuseKnownHost(new URL(url));
      }).toThrow('private network');
    },
  );

  it('of a public address is taken', () => {
    expect(() => {
      refuseKnownHost(new URL('https://1.1.1.1/'));
    }).not.toThrow();
  });
});

describe('a lookup', () => {
  it.each([true, false])('of a name of this machine fails (all: %s)', async (all) => {
    const lookup = promisify(lookupPublic);
    await expect(lookup('localhost', { all })).rejects.toThrow('private network');
  });

  it('fails when one of several addresses is refused', async () => {
    const answer = [
      { address: '1.1.1.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ];
    const lookup = promisify(
      checkedLookup(isPrivateAddress, (_host, _options, callback) => {
        callback(null, answer);
      }),
    );
    await expect(lookup('two.example', { all: true })).rejects.toThrow('private network');
  });
});
