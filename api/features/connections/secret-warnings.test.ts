import { createMemoryKeyring } from '../../../test/support/memory-keyring.ts';
import { secretWarnings, type SecretWarningDeps } from './secret-warnings.ts';

function deps(keyring: SecretWarningDeps['keyring']): SecretWarningDeps {
  return {
    keyring,
    readSecret: () => Promise.reject(new Error('An entry was read')),
    isLocal: true,
    secrets: { fileFolders: [], allowedVariables: [] },
    isOwnVariable: () => false,
  };
}

describe('a secret in the keyring', () => {
  it('is a warning where there is no keyring to use', async () => {
    const state = { available: false, backend: null, detail: 'The keyring does not answer.' };
    const keyring = { availability: () => Promise.resolve(state) };
    expect(await secretWarnings('keyring:shop', deps(keyring))).toMatchObject([
      {
        code: 'missing_secret',
        field: 'password_env',
        message: expect.stringMatching(
          /^password_env names an entry of the keyring, and there is no/,
        ) as string,
      },
    ]);
  });

  it('is no warning where there is one, whose entries are not read, or when it is not known', async () => {
    const unknown = { availability: () => Promise.reject(new Error('no answer')) };
    for (const keyring of [createMemoryKeyring(), unknown]) {
      expect(await secretWarnings('keyring:shop', deps(keyring))).toEqual([]);
    }
  });
});
