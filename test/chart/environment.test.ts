import { OPTIONS } from '../../api/config/config.ts';
import { environmentVariable, SETTINGS } from '../../api/domain/settings/definitions.ts';
import { configOptions, settingOptions } from '../../scripts/chart-options.ts';
import { openHelm, podOf, type Helm, type Manifest } from './render.ts';
import { MINIMAL, VALUE_SETS } from './value-sets.ts';

const helm = await openHelm('chart');
const sets = Object.entries<readonly string[]>(VALUE_SETS);
const options = new Map(Object.values(OPTIONS).map((option) => [option.env, option]));
const settingNames = new Set<string>(SETTINGS.map(environmentVariable));
const EVERYTHING = [
  ...VALUE_SETS['existing secrets'],
  'config.logFormat=text',
  'runner.limits.maxCpu=8',
  'runner.limits.maxMemory=32Gi',
] as const satisfies readonly string[];

function open(): Helm {
  if (helm === null) throw new Error('unreachable: the suite is skipped');
  return helm;
}

/** Returns the environment of the API's container. */
async function environment(values: readonly string[]): Promise<readonly Manifest[]> {
  const objects = await open().render(values);
  const deployment = objects.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === 'trial-millrace-api',
  );
  const entries: readonly Manifest[] = deployment?.spec.template.spec.containers[0].env;
  return entries.filter(({ name }) => /^(SERVICE|OTEL)_/.test(name));
}

if (helm !== null) {
  describe('the environment of the API in the chart', () => {
    it.each(sets)('has only variables that the service accepts: %s', async (_name, values) => {
      for (const { name, value } of await environment(values)) {
        const option = options.get(name);
        expect([name, option !== undefined || settingNames.has(name)]).toEqual([name, true]);
        if (value !== undefined && value !== '') {
          expect([name, option?.schema.safeParse(value).error]).toEqual([name, undefined]);
        }
      }
    });

    it.each(sets)('references secrets and never contains them: %s', async (_name, values) => {
      for (const { name, valueFrom } of await environment(values)) {
        const isSecret = options.get(name)?.secret === true;
        expect([name, valueFrom !== undefined]).toEqual([name, isSecret]);
      }
    });

    it.each(sets)('references existing Secrets: %s', async (_name, values) => {
      const objects = await open().render(values);
      const made = objects.filter(({ kind }) => kind === 'Secret');
      for (const pod of objects.map(podOf).filter((it) => it !== null)) {
        const entries: Manifest[] = pod.spec.containers[0].env ?? [];
        for (const { valueFrom } of entries.filter((entry) => entry.valueFrom !== undefined)) {
          const { name, key } = valueFrom.secretKeyRef;
          if (!String(name).startsWith('trial-millrace')) continue;
          const secret = made.find(
            ({ metadata }) => metadata.name === name && metadata.namespace === 'data',
          );
          expect([name, secret?.stringData]).toEqual([
            name,
            expect.objectContaining({ [key]: expect.any(String) }),
          ]);
        }
      }
    });

    it('has no Secret of the chart when every secret is an existing one', async () => {
      const objects = await open().render(VALUE_SETS['existing secrets']);
      expect(objects.filter(({ kind }) => kind === 'Secret')).toEqual([]);
    });

    it.each(sets)('keeps secrets in Secrets only: %s', async (_name, values) => {
      const objects = await open().render(values);
      const secrets = objects.filter(({ kind }) => kind === 'Secret');
      const texts = secrets.flatMap(({ stringData }) => Object.values<string>(stringData));
      const rest = JSON.stringify(objects.filter(({ kind }) => kind !== 'Secret'));
      // Values that are also words of the chart prove nothing.
      for (const text of texts.filter((it) => /[0-9A-Z:]/.test(it)))
        expect(rest).not.toContain(text);
    });

    it('can set every option of the service', async () => {
      const set = new Set((await environment(EVERYTHING)).map(({ name }) => String(name)));
      // Options that the image sets, or that a pod never changes. The image of the API has no Python.
      const fixed = [
        'SERVICE_HOST',
        'SERVICE_OPEN',
        'SERVICE_PORT',
        'SERVICE_DATA_DIR',
        'SERVICE_EXTRAS_DIR',
        'SERVICE_PYTHON',
      ];
      const missing = [...options.keys(), ...settingNames].filter((name) => !set.has(name));
      expect(missing.toSorted()).toEqual(fixed.toSorted());
    });

    it('limits the resources that a run may request', async () => {
      const bounds = async (values: readonly string[]): Promise<readonly unknown[]> =>
        (await environment(values))
          .filter(({ name }) => String(name).startsWith('SERVICE_MAX_RUN_'))
          .map(({ name, value }) => [name, value]);
      const given = ['runner.limits={"maxCpu":1.5,"maxMemory":8589934592,"minCpu":"100m"}'];
      expect(await bounds([...MINIMAL, ...given])).toEqual([
        ['SERVICE_MAX_RUN_CPU', '1.5'],
        ['SERVICE_MAX_RUN_MEMORY', '8589934592'],
      ]);
      expect(await bounds(MINIMAL)).toEqual([]);
    });

    it('preserves values, including large numbers', async () => {
      const entries = await environment([
        ...EVERYTHING,
        'settings.mlMaxTrainingRows=123456789',
        'config.corsOrigins=["https://a.example","https://b.example"]',
        'config.seedDemo=true',
      ]);
      const values = Object.fromEntries(entries.map(({ name, value }) => [name, value]));
      expect(values).toMatchObject({
        SERVICE_ML_MAX_TRAINING_ROWS: '123456789',
        SERVICE_CORS_ORIGINS: '["https://a.example","https://b.example"]',
        SERVICE_SEED_DEMO: 'true',
      });
    });
  });
}

describe('the generated values', () => {
  it('have names that map back to the variables', () => {
    for (const { name, env } of [...configOptions(), ...settingOptions()]) {
      const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
      expect(`SERVICE_${snake}`).toBe(env);
    }
  });
});
