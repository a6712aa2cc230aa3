import { generateKeyPairSync } from 'node:crypto';
import { redact } from './redact.ts';

const USER = 'reader';

function redacted(text: string, secret: string): string {
  return redact(text, { secret, username: USER });
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const lowerCase = (text: string): string => text.replace(/%../g, (it) => it.toLowerCase());

describe('a text that repeats a secret', () => {
  const SECRET = 'pä ss"/w+rd\n?';
  it.each([
    ['itself', SECRET],
    ['percent-encoded', encodeURIComponent(SECRET)],
    ['percent-encoded in lower case', lowerCase(encodeURIComponent(SECRET))],
    ['as the password of a URL', encodeURI(SECRET)],
    ['as a field of a form', new URLSearchParams({ p: SECRET }).toString().slice(2)],
    ['in JSON', JSON.stringify(SECRET).slice(1, -1)],
    ['in base64', base64(SECRET)],
    ['in base64 of URLs', Buffer.from(SECRET).toString('base64url')],
    ['in the header of Basic', base64(`${USER}:${SECRET}`)],
    ['without the line break at its end', 'pä ss"/w+rd'],
  ])('has *** in its place, %s', (_form, form) => {
    const secret = form.endsWith('rd') ? 'pä ss"/w+rd\n' : SECRET;
    expect(redacted(`before ${form} after`, secret)).toMatch(/^before \*\*\*=* after$/);
  });

  it('keeps its other words', () => {
    expect(redacted('the password hunter2 of reader', 'hunter2')).toBe(
      'the password *** of reader',
    );
    expect(redact('a text', { secret: null, username: null })).toBe('a text');
    expect(redact('a text', { secret: '', username: null })).toBe('a text');
  });

  it('hides half of a surrogate pair', () => {
    expect(redacted('is half\ud800 wrong', 'half\ud800')).toBe('is *** wrong');
  });
});

describe('a text that repeats a part of a secret', () => {
  const KEY = base64('the key of an account');
  const SIGNATURE = 'c2ln/bmF0+dXJl=';
  const QUERY = `sv=2024-01-01&sr=c&sig=${encodeURIComponent(SIGNATURE)}`;

  it.each([
    ['the key of a connection string', `AccountName=store;AccountKey=${KEY};`, KEY],
    [
      'the signature of a connection string',
      `BlobEndpoint=https://store;SharedAccessSignature=${QUERY}`,
      QUERY,
    ],
    [
      'sig of a connection string',
      `BlobEndpoint=https://store;SharedAccessSignature=${QUERY}`,
      SIGNATURE,
    ],
    ['sig of a shared access signature', `?${QUERY}`, encodeURIComponent(SIGNATURE)],
    ['sig, decoded', QUERY, SIGNATURE],
  ])('has *** in the place of %s', (_part, secret, part) => {
    expect(redacted(`of store: ${part} is wrong`, secret)).toBe('of store: *** is wrong');
  });

  it('keeps the name of the account', () => {
    expect(redacted('AccountName=store', `AccountName=store;AccountKey=${KEY}`)).toBe(
      'AccountName=store',
    );
  });

  it('has *** in the place of a private key, of one in a JSON key and of each of its lines', () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 1024,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    });
    const file = JSON.stringify({ client_email: 'a@b', private_key: privateKey }, null, 2);
    for (const secret of [privateKey, file]) {
      expect(redacted(`key ${privateKey}.`, secret)).toBe('key ***.');
      expect(redacted(`key ${JSON.stringify(privateKey)}.`, secret)).toBe('key "***".');
      expect(redacted(privateKey.split('\n')[1]!, secret)).toBe('***');
    }
    expect(redacted('a@b', file)).toBe('a@b');
  });
});

describe('a secret of one to three characters', () => {
  it.each(['a', 'on', 'ass'])('is hidden where it is a word, and shreds no other: %s', (secret) => {
    const text = 'the password of reason';
    expect(redacted(`${text}: "${secret}"`, secret)).toBe(`${text}: "***"`);
    expect(redacted(`postgres://u:${secret}@host`, secret)).toBe('postgres://u:***@host');
  });

  it('may have characters of patterns', () => {
    expect(redacted('a.b .* c', '.*')).toBe('a.b *** c');
  });
});
