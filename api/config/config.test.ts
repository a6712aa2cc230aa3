import path from 'node:path';
import { OPTIONS } from './config.ts';
import { ConfigError, loadConfig } from './load-config.ts';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('the configuration', () => {
  it('has a default for every option', () => {
    expect(loadConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 8055,
      dataDir: path.resolve('.millrace'),
      databaseUrl: null,
      objectStore: null,
      executor: 'local',
      seedDemo: true,
      apiToken: null,
      open: false,
      corsOrigins: ['http://localhost:5173'],
      trustedHosts: [],
      maxJsonBodyMb: 10,
      logLevel: 'info',
      settings: {},
    });
  });

  it('prefers flags to the environment, and treats empty variables as absent', () => {
    const env = { SERVICE_PORT: '1', SERVICE_HOST: 'localhost', SERVICE_API_TOKEN: '' };
    expect(loadConfig(env, { port: '2' })).toMatchObject({
      port: 2,
      host: 'localhost',
      apiToken: null,
    });
  });

  it.each(['0.0.0.0', '::', '192.0.2.7', 'pipelines.example'])(
    'refuses to listen on %s without a token, unless it is meant to be open',
    (host) => {
      expect(faultsOf({ SERVICE_HOST: host })).toEqual([
        expect.stringMatching(/^SERVICE_HOST: .* Set SERVICE_API_TOKEN, or accept it by --open/),
      ]);
      expect(faultsOf({ SERVICE_HOST: host, SERVICE_API_TOKEN: 't' })).toEqual([]);
      expect(faultsOf({ SERVICE_HOST: host, SERVICE_OPEN: 'true' })).toEqual([]);
    },
  );

  it.each(['127.0.0.1', '127.3.2.1', 'localhost', '::1'])(
    'listens on %s without a token',
    (host) => {
      expect(faultsOf({ SERVICE_HOST: host })).toEqual([]);
    },
  );

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://user:hunter2@collector:4318'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'https://user:hunter2@'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'hunter2'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer%20hun%0Ater2'],
  ])('rejects an invalid collector endpoint or header without repeating it: %s', (name, value) => {
    const [fault = '', ...more] = faultsOf({ [name]: value });
    expect(fault).toContain(name);
    expect(fault).not.toMatch(/hun|ter2/);
    expect(more).toEqual([]);
  });

  it('names the flag or the variable that is invalid', () => {
    const faults = (env: Record<string, string>): unknown => {
      try {
        return loadConfig(env, { logFormat: 'xml' });
      } catch (error) {
        return (error as ConfigError).faults;
      }
    };
    expect(faults({})).toEqual([expect.stringMatching(/^--log-format: /)]);
    expect(faults({ SERVICE_LOG_FORMAT: 'yaml' })).toEqual([
      expect.stringMatching(/^SERVICE_LOG_FORMAT: /),
      expect.stringMatching(/^--log-format: /),
    ]);
  });

  it('reads run-time settings from the environment', () => {
    const env = { SERVICE_MAX_UPLOAD_SIZE_MB: '7', SERVICE_DEFAULT_ENGINE: 'pandas' };
    expect(loadConfig(env).settings).toEqual({ MAX_UPLOAD_SIZE_MB: 7, DEFAULT_ENGINE: 'pandas' });
  });

  it('reports options that conflict', () => {
    expect(faultsOf({ SERVICE_EXECUTOR: 'kubernetes', SERVICE_OBJECT_STORE: 'file:x' })).toEqual([
      expect.stringMatching(/^SERVICE_OBJECT_STORE: must be s3:/),
    ]);
    const half = expect.stringMatching(/SECRET_ACCESS_KEY: set both, or neither/) as unknown;
    expect(faultsOf({ SERVICE_S3_ACCESS_KEY_ID: 'key' })).toEqual([half]);
    expect(faultsOf({ SERVICE_S3_SECRET_ACCESS_KEY: 'secret' })).toEqual([half]);
    const both = { SERVICE_S3_ACCESS_KEY_ID: 'key', SERVICE_S3_SECRET_ACCESS_KEY: 'secret' };
    expect(faultsOf(both)).toEqual([]);
  });

  it('reports every invalid variable in one error', () => {
    const faults = faultsOf({
      SERVICE_PORT: '99999',
      SERVICE_LOG_LEVEL: 'loud',
      SERVICE_SEED_DEMO: 'perhaps',
      SERVICE_CORS_ORIGINS: 'http://a',
      SERVICE_OBJECT_STORE: 'ftp://x',
      SERVICE_EXECUTOR: 'cloud',
      SERVICE_MAX_UPLOAD_SIZE_MB: 'many',
      SERVICE_DEFAULT_ENGINE: 'spark',
    });
    expect(faults.map((fault) => fault.split(':', 1)[0])).toEqual([
      'SERVICE_PORT',
      'SERVICE_OBJECT_STORE',
      'SERVICE_EXECUTOR',
      'SERVICE_SEED_DEMO',
      'SERVICE_CORS_ORIGINS',
      'SERVICE_LOG_LEVEL',
      'SERVICE_DEFAULT_ENGINE',
      'SERVICE_MAX_UPLOAD_SIZE_MB',
    ]);
  });

  it('explains the valid values of a number, a choice, a flag and a URL', () => {
    const env = {
      SERVICE_PORT: '99999',
      SERVICE_EXECUTOR: 'cloud',
      SERVICE_SEED_DEMO: 'perhaps',
      SERVICE_S3_ENDPOINT: 'localhost:9000',
      SERVICE_S3_REGION: ' ',
    };
    expect(faultsOf(env).toSorted()).toEqual([
      'SERVICE_EXECUTOR: must be one of local, kubernetes',
      'SERVICE_PORT: must be a whole number from 0 to 65535',
      'SERVICE_S3_ENDPOINT: must be a URL that starts with http:// or https://',
      'SERVICE_S3_REGION: must not be blank',
      'SERVICE_SEED_DEMO: must be true or false',
    ]);
  });

  it('reports an invalid variable even when a flag overrides it', () => {
    const load = (value: string) => loadConfig({ SERVICE_SEED_DEMO: value }, { seedDemo: 'false' });
    expect(load('true').seedDemo).toBe(false);
    expect(() => load('perhaps')).toThrow('SERVICE_SEED_DEMO');
  });

  it('never repeats a value, which can be a secret', () => {
    const faults = faultsOf({
      SERVICE_DATABASE_URL: 'mysql://u:hunter2@h/d',
      SERVICE_S3_ENDPOINT: 'hunter2',
    });
    expect(faults).toHaveLength(2);
    expect(faults.join()).not.toContain('hunter2');
  });

  it('lists each variable once, with a description', () => {
    const options = Object.values(OPTIONS);
    expect(new Set(options.map((option) => option.env)).size).toBe(options.length);
    expect(
      options.every(
        (option) => /^(SERVICE|OTEL)_/.test(option.env) && option.description.endsWith('.'),
      ),
    ).toBe(true);
  });
});
