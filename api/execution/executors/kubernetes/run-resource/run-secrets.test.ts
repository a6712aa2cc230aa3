import { allowedReferences, runSecrets } from './run-secrets.ts';

describe('the secrets of a run', () => {
  it('are the keys that its connections name, each once', () => {
    const references = [
      'A',
      'env:A',
      'env:B',
      'keyring:shop.pw',
      'file:/run/secrets/millrace/key.json',
    ];
    expect(runSecrets(references)).toEqual({
      variables: ['A', 'B'],
      keyring: ['shop.pw'],
      files: ['key.json'],
    });
  });

  it.each([
    [[]],
    [['file:/run/secrets/other/key.json']],
    [['file:/run/secrets/millrace/../other']],
    [['file:/run/secrets/millrace/..data/key']],
    [['keyring:..']],
    [[`keyring:${'a'.repeat(254)}`]],
  ])('are none for %j', (references) => {
    expect(runSecrets(references)).toBeNull();
  });

  it('leave out variables that no connection may use', () => {
    const references = ['A', 'env:B', 'keyring:B', 'file:/b'];
    expect(allowedReferences(references, (name) => name !== 'B')).toEqual([
      'A',
      'keyring:B',
      'file:/b',
    ]);
  });
});
