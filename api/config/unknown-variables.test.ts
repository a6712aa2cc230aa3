import { unknownVariables } from './unknown-variables.ts';

describe('a variable that starts with SERVICE_', () => {
  it.each([
    ['SERVICE_PROT', 'SERVICE_PORT'],
    ['SERVICE_DB_URL', 'SERVICE_DATABASE_URL'],
    ['SERVICE_RUN_TIMEOUT', 'SERVICE_RUN_TIMEOUT_SECONDS'],
    ['SERVICE_API_TOKN', 'SERVICE_API_TOKEN'],
  ])(
    'is reported as unknown when it is %s, with the nearest name and without its value',
    (name, meant) => {
      expect(unknownVariables({ [name]: 'hunter2' })).toEqual([
        `There is no variable ${name}; it is ignored. Did you mean ${meant}?`,
      ]);
    },
  );

  it('is reported without a hint when no name is similar', () => {
    expect(unknownVariables({ SERVICE_XYZZY: '1' })).toEqual([
      'There is no variable SERVICE_XYZZY; it is ignored. All are listed by: npx millrace serve --help',
    ]);
  });

  it('is not reported when the service or the command line reads it', () => {
    const known = { SERVICE_PORT: '1', SERVICE_RUN_TIMEOUT_SECONDS: '1', SERVICE_URL: 'http://a' };
    expect(unknownVariables({ ...known, OTEL_SERVICE_NAME: 'a', SERVICES: '2', PATH: '' })).toEqual(
      [],
    );
  });
});
