import type { RunSecrets } from '../../kubernetes/resources/run-secrets.ts';
import { secretAccess } from './secret-access.ts';

const NAMES = { variables: 'vars', keyring: 'ring', files: 'files' };

function secrets(given: Partial<RunSecrets>): RunSecrets {
  return { variables: [], keyring: [], files: [], ...given };
}

describe('the pod of a run', () => {
  it('gets the variables and entries that its connections name, each optional', () => {
    const given = secrets({ variables: ['SHOP'], keyring: ['shop.pw'] });
    expect(secretAccess(given, { connectionSecrets: NAMES })).toEqual({
      env: [
        { name: 'MILLRACE_VARIABLES_SECRET', value: 'vars' },
        { name: 'MILLRACE_VARIABLES_GIVEN', value: 'SHOP' },
        {
          name: 'MILLRACE_SECRET_ENV_SHOP',
          valueFrom: { secretKeyRef: { name: 'vars', key: 'SHOP', optional: true } },
        },
        { name: 'MILLRACE_KEYRING_SECRET', value: 'ring' },
        {
          name: 'MILLRACE_SECRET_KEYRING_shop.pw',
          valueFrom: { secretKeyRef: { name: 'ring', key: 'shop.pw', optional: true } },
        },
      ],
      volumes: [],
      volumeMounts: [],
    });
  });

  it('gets the files that its connections name, and no others', () => {
    expect(secretAccess(secrets({ files: ['a.key'] }), { connectionSecrets: NAMES })).toEqual({
      env: [],
      volumes: [
        {
          name: 'connection-secrets',
          secret: {
            secretName: 'files',
            optional: true,
            items: [{ key: 'a.key', path: 'a.key' }],
          },
        },
      ],
      volumeMounts: [
        { name: 'connection-secrets', mountPath: '/run/secrets/millrace', readOnly: true },
      ],
    });
  });

  it.each([
    ['names none', undefined, NAMES],
    ['has none of a kind that it names', secrets({ variables: ['A'], files: ['b'] }), {}],
  ])('gets no secret when the installation or the run %s', (_name, given, connectionSecrets) => {
    const nothing = { env: [], volumes: [], volumeMounts: [] };
    expect(secretAccess(given, { connectionSecrets })).toEqual(nothing);
  });
});
