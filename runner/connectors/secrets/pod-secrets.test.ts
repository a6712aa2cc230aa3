import { podSecrets } from './pod-secrets.ts';

describe('a secret of a pod', () => {
  it('is read from the variable that only references of its scheme reach', async () => {
    const read = podSecrets({
      MILLRACE_SECRET_ENV_A: 'of a variable',
      MILLRACE_SECRET_KEYRING_A: 'of an entry',
      SERVICE_S3_SECRET_ACCESS_KEY: 'of the service',
    });
    expect(await read({ scheme: 'env', name: 'A' })).toEqual({ value: 'of a variable' });
    expect(await read({ scheme: 'keyring', name: 'A' })).toEqual({ value: 'of an entry' });
    expect(await read({ scheme: 'env', name: 'SERVICE_S3_SECRET_ACCESS_KEY' })).toEqual({
      missing: expect.stringContaining('no Secret gives it the variable'),
    });
  });

  it('is missing by the allow-list, when the pod was to get other variables only', async () => {
    const read = podSecrets({
      MILLRACE_VARIABLES_SECRET: 'vars',
      MILLRACE_VARIABLES_GIVEN: 'A,B',
      MILLRACE_SECRET_ENV_A: 'of a variable',
    });
    expect(await read({ scheme: 'env', name: 'A' })).toEqual({ value: 'of a variable' });
    expect(await read({ scheme: 'env', name: 'B' })).toEqual({
      missing: 'the Secret vars of variables has no key B',
    });
    expect(await read({ scheme: 'env', name: 'C' })).toEqual({
      missing: expect.stringContaining('secretEnvAllowlist') as unknown,
    });
  });

  it('is missing with its name and the Secret that was searched', async () => {
    const read = podSecrets({ MILLRACE_VARIABLES_SECRET: 'vars', MILLRACE_KEYRING_SECRET: 'ring' });
    expect(await read({ scheme: 'env', name: 'A' })).toEqual({
      missing: 'the Secret vars of variables has no key A',
    });
    expect(await read({ scheme: 'keyring', name: 'b' })).toEqual({
      missing: 'the Secret ring of the keyring has no key b',
    });
  });
});
