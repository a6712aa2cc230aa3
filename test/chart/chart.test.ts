import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OPTIONS } from '../../api/config.ts';
import { documentValues } from '../../scripts/value-table.ts';
import { CHART, openHelm, settings, type Helm, type Manifest } from './render.ts';

const MINIMAL = ['database.existingSecret=db', 'objectStore.url=s3://bucket/prefix'];
const VALUE_SETS: Readonly<Record<string, readonly string[]>> = {
  minimal: MINIMAL,
  'secrets in values': [
    'database.url=postgresql://u:p@h/d',
    'objectStore.url=s3://bucket',
    'objectStore.accessKeyId=key',
    'objectStore.secretAccessKey=secret',
    'auth.apiToken=token',
  ],
  'existing secrets': [
    'database.existingSecret=a',
    'database.existingSecretKey=url',
    'objectStore.url=s3://bucket',
    'objectStore.endpoint=http://s3:7070',
    'objectStore.region=eu-central-1',
    'objectStore.existingSecret=b',
    'auth.existingSecret=c',
  ],
  'files on a volume': [
    'database.existingSecret=db',
    'persistence.enabled=true',
    'persistence.storageClass=fast',
  ],
  'network policy': [
    ...MINIMAL,
    'networkPolicy.enabled=true',
    'networkPolicy.allowFrom=[{"namespaceSelector":{"matchLabels":{"name":"ingress"}}}]',
    'networkPolicy.extraEgress=[{"to":[{"ipBlock":{"cidr":"10.0.0.0/8"}}]}]',
  ],
  'monitoring and everything else': [
    ...MINIMAL,
    'serviceMonitor.enabled=true',
    'serviceMonitor.labels.release=prometheus',
    'podDisruptionBudget.enabled=true',
    'image.digest=sha256:0000000000000000000000000000000000000000000000000000000000000000',
    'imagePullSecrets=[{"name":"pull"}]',
    'extraEnv=[{"name":"SERVICE_MAX_UPLOAD_SIZE_MB","value":"500"}]',
    'extraEnvFrom=[{"configMapRef":{"name":"more"}}]',
    'trustedHosts=["millrace.example"]',
    'tolerations=[{"operator":"Exists"}]',
    'nodeSelector.disk=fast',
    'affinity={"nodeAffinity":{}}',
    'priorityClassName=high',
    'service.annotations={"a":"b"}',
    'serviceAccount.annotations={"role":"arn"}',
    'podAnnotations={"a":"b"}',
    'podLabels={"team":"data"}',
    'commonLabels={"cost":"1"}',
  ],
};

// Helm may have to be built first.
const helm = await openHelm();
const suite = helm === null ? describe.skip : describe;

function open(): Helm {
  if (helm === null) throw new Error('unreachable: the suite is skipped');
  return helm;
}

async function find(values: readonly string[], kind: string): Promise<Manifest | undefined> {
  return (await open().render(values)).find((object) => object.kind === kind);
}

suite('the chart', () => {
  it.each(Object.entries(VALUE_SETS))('passes the linter: %s', async (_name, values) => {
    await expect(open().run('lint', '--strict', CHART, ...settings(values))).resolves.toContain(
      '0 chart(s) failed',
    );
  });

  it.each(Object.entries(VALUE_SETS))(
    'names every object, label and namespace alike: %s',
    async (_name, values) => {
      const objects = await open().render(values);
      expect(objects.map((object) => object.kind)).toEqual(
        expect.arrayContaining(['Deployment', 'Service', 'ServiceAccount']),
      );
      for (const { apiVersion, metadata } of objects) {
        expect(typeof apiVersion).toBe('string');
        expect(metadata).toMatchObject({
          name: 'trial-millrace',
          namespace: 'data',
          labels: {
            'app.kubernetes.io/instance': 'trial',
            'app.kubernetes.io/managed-by': 'Helm',
          },
        });
      }
    },
  );

  it.each(Object.entries(VALUE_SETS))(
    'makes pods that the restricted standard admits: %s',
    async (_name, values) => {
      const pod = (await find(values, 'Deployment'))!.spec.template.spec;
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of pod.containers) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    },
  );

  it.each(Object.entries(VALUE_SETS))(
    'sets only variables that the service knows, and secrets only by reference: %s',
    async (_name, values) => {
      const objects = await open().render(values);
      const deployment = objects.find((object) => object.kind === 'Deployment');
      const env: Manifest[] = deployment!.spec.template.spec.containers[0].env;
      const own = env.filter(({ name }) => name !== 'SERVICE_MAX_UPLOAD_SIZE_MB');
      const options = new Map(Object.values(OPTIONS).map((option) => [option.env, option]));
      const made = objects.find((object) => object.kind === 'Secret')?.stringData ?? {};
      for (const { name, value, valueFrom } of own) {
        const option = options.get(name);
        expect([name, option === undefined]).toEqual([name, false]);
        const isSecret = option !== undefined && 'secret' in option;
        expect([name, valueFrom !== undefined]).toEqual([name, isSecret]);
        if (!isSecret) expect(option?.schema.safeParse(value).error).toBeUndefined();
        else if (valueFrom.secretKeyRef.name === 'trial-millrace') {
          expect(made).toHaveProperty([valueFrom.secretKeyRef.key]);
        }
      }
    },
  );

  it('makes no Secret when every secret is one of the user', async () => {
    expect(await find(VALUE_SETS['existing secrets']!, 'Secret')).toBeUndefined();
  });

  it('starts new pods when a secret in the values changes', async () => {
    const checksum = async (password: string): Promise<string> => {
      const values = [`database.url=postgresql://u:${password}@h/d`, 'objectStore.url=s3://b'];
      const deployment = await find(values, 'Deployment');
      return deployment!.spec.template.metadata.annotations['checksum/secret'];
    };
    expect(await checksum('one')).not.toBe(await checksum('two'));
  });

  it('keeps the files when it is uninstalled', async () => {
    const claim = await find(VALUE_SETS['files on a volume']!, 'PersistentVolumeClaim');
    expect(claim!.metadata.annotations).toEqual({ 'helm.sh/resource-policy': 'keep' });
    expect(claim!.spec).toMatchObject({ storageClassName: 'fast' });
  });

  it('lets a network policy through to what is named only', async () => {
    const { spec } = (await find(VALUE_SETS['network policy']!, 'NetworkPolicy'))!;
    expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
    expect(spec.ingress).toEqual([
      {
        from: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }],
        ports: [{ port: 'http', protocol: 'TCP' }],
      },
    ]);
    expect(spec.egress.flatMap((rule: Manifest) => rule.ports ?? rule.to)).toEqual([
      { port: 53, protocol: 'UDP' },
      { port: 53, protocol: 'TCP' },
      { port: 5432, protocol: 'TCP' },
      { port: 443, protocol: 'TCP' },
      { ipBlock: { cidr: '10.0.0.0/8' } },
    ]);
  });

  it('prefers the digest of an image to its tag', async () => {
    const image = async (values: readonly string[]): Promise<string> =>
      (await find([...MINIMAL, ...values], 'Deployment'))!.spec.template.spec.containers[0].image;
    const digest = `sha256:${'1'.repeat(64)}`;
    expect(await image(['image.tag=a', `image.digest=${digest}`])).toBe(`millrace@${digest}`);
    expect(await image(['image.tag=a'])).toBe('millrace:a');
    expect(await image([])).toBe(`millrace:${productVersion()}`);
  });

  it.each([
    ['no database', ['objectStore.url=s3://b'], 'Set database.existingSecret'],
    ['no place for files', ['database.existingSecret=db'], 'Set objectStore.url'],
    ['two replicas', [...MINIMAL, 'replicas=2'], '/replicas'],
    ['a value that does not exist', [...MINIMAL, 'databse.url=x'], 'databse'],
    ['a database URL of another kind', ['database.url=mysql://h'], '/database/url'],
    ['a level that does not exist', [...MINIMAL, 'logLevel=loud'], '/logLevel'],
  ])('refuses %s', async (_name, values, complaint) => {
    await expect(open().render(values)).rejects.toThrow(complaint);
  });
});

describe("the chart's README", () => {
  it('tells every value as values.yaml has it', () => {
    const readme = read('README.md');
    expect(cells(readme)).toEqual(cells(documentValues(readme, read('values.yaml'))));
  });
});

function read(file: string): string {
  return readFileSync(path.join(CHART, file), 'utf8');
}

/** Without the padding that the formatter adds to tables. */
function cells(markdown: string): string {
  return markdown.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');
}

function productVersion(): string {
  const file = path.resolve(CHART, '..', '..', 'package.json');
  return JSON.parse(readFileSync(file, 'utf8')).version;
}
