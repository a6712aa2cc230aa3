import { readFileSync } from 'node:fs';
import path from 'node:path';
import { jobSettingsSchema } from '../../operator/job/job-settings.ts';
import { CHART, openHelm, podOf, RELEASE, settings, type Helm, type Manifest } from './render.ts';
import { MINIMAL, VALUE_SETS } from './value-sets.ts';

// Helm may need a build first.
const helm = await openHelm('chart');
const sets = Object.entries<readonly string[]>(VALUE_SETS);

function open(): Helm {
  if (helm === null) throw new Error('unreachable: the suite is skipped');
  return helm;
}

async function all(values: readonly string[], kind: string): Promise<readonly Manifest[]> {
  return (await open().render(values)).filter((object) => object.kind === kind);
}

async function one(values: readonly string[], kind: string, name: string): Promise<Manifest> {
  const found = (await all(values, kind)).find(({ metadata }) => metadata.name === name);
  if (found === undefined) throw new Error(`There is no ${kind} ${name}`);
  return found;
}

const api = (values: readonly string[]): Promise<Manifest> =>
  one(values, 'Deployment', 'trial-millrace-api');

if (helm !== null) {
  describe('the chart', () => {
    it.each(sets)('passes the linter: %s', async (_name, values) => {
      await expect(open().run('lint', '--strict', CHART, ...settings(values))).resolves.toContain(
        '0 chart(s) failed',
      );
    });

    it.each(sets)('uses consistent names, labels and namespaces: %s', async (_name, values) => {
      const objects = await open().render(values);
      const own = objects.filter(({ metadata }) => metadata.name !== 'trial-millrace-more');
      expect(own.map((object) => object.kind)).toEqual(
        expect.arrayContaining(['Deployment', 'Service', 'ServiceAccount']),
      );
      for (const { apiVersion, kind, metadata } of own) {
        expect(typeof apiVersion).toBe('string');
        expect(metadata.labels).toMatchObject({
          'app.kubernetes.io/instance': RELEASE.name,
          'app.kubernetes.io/managed-by': 'Helm',
          'app.kubernetes.io/part-of': 'millrace',
        });
        if (['CustomResourceDefinition', 'ClusterRole'].includes(kind)) continue;
        expect(metadata.name).toMatch(/^trial-millrace/);
        expect(['data', 'runs']).toContain(metadata.namespace);
      }
      const names = own.map(({ kind, metadata }) =>
        [kind, metadata.namespace, metadata.name].join(),
      );
      expect(new Set(names).size).toBe(names.length);
    });

    it.each(sets)('creates pods that meet the restricted standard: %s', async (_name, values) => {
      const pods = (await open().render(values)).map(podOf).filter((pod) => pod !== null);
      for (const { spec } of pods) {
        expect(spec.enableServiceLinks).toBe(false);
        expect(spec.securityContext).toMatchObject({
          runAsNonRoot: true,
          seccompProfile: { type: 'RuntimeDefault' },
        });
        expect(spec.securityContext.runAsUser ?? 1).toBeGreaterThan(0);
        for (const container of [...spec.containers, ...(spec.initContainers ?? [])]) {
          expect(container.resources.limits.memory).toBeDefined();
          expect(container.securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
        }
      }
    });

    it.each(sets)(
      'mounts a token only in pods that call the cluster: %s',
      async (_name, values) => {
        const objects = await open().render(values);
        const holders = objects.filter(
          (it) => podOf(it)?.spec.automountServiceAccountToken === true,
        );
        const isLocal = values.includes('execution=local');
        expect(holders.map(({ metadata }) => metadata.name)).toEqual(
          isLocal ? [] : ['trial-millrace-api', 'trial-millrace-operator'],
        );
        for (const account of objects.filter(({ kind }) => kind === 'ServiceAccount')) {
          expect(account.automountServiceAccountToken).toBe(false);
        }
      },
    );

    it.each(sets)('passes valid pod settings to the operator: %s', async (_name, values) => {
      const found = await all(values, 'ConfigMap');
      const map = found.find(({ metadata }) => metadata.name === 'trial-millrace-job-settings');
      if (values.includes('execution=local')) {
        expect(map).toBeUndefined();
        return;
      }
      const given = JSON.parse(map?.data['jobs.json']);
      // The schema rejects unknown keys, so these values contain every setting.
      expect(jobSettingsSchema.parse(given)).toMatchObject({
        serviceAccountName: 'trial-millrace-runner',
        labels: { 'app.kubernetes.io/instance': 'trial' },
        env: expect.arrayContaining([expect.objectContaining({ name: 'SERVICE_OBJECT_STORE' })]),
      });
    });

    it('writes numeric quantities in the form that Kubernetes and the operator read', async () => {
      const amounts = [
        'runner.resources={"cpu":0.5,"memory":2147483648}',
        'runner.limits={"maxCpu":4,"maxMemory":8589934592}',
      ];
      const maps = await all([...MINIMAL, ...amounts], 'ConfigMap');
      expect(jobSettingsSchema.parse(JSON.parse(maps[0]?.data['jobs.json']))).toMatchObject({
        cpu: '0.5',
        memory: '2147483648',
        limits: { maxCpu: '4', maxMemory: '8589934592' },
      });
    });

    it('names an image with Python for the operator only when it is enabled', async () => {
      const image = async (...values: readonly string[]): Promise<unknown> => {
        const maps = await all([...MINIMAL, ...values], 'ConfigMap');
        return JSON.parse(maps[0]?.data['jobs.json']).pythonImage;
      };
      expect(await image()).toBeUndefined();
      const given = [
        'runner.python={"enabled":true,"image":{"tag":"7"}}',
        'images.registry=r.example',
      ];
      expect(await image(...given)).toBe('r.example/millrace-runner-python:7');
    });

    it('passes the bounds of scripts and nodes to the pods of runs', async () => {
      const columns = 'config.maxNewColumns=50';
      const values = [columns, 'config.scriptMaxSeconds=30', 'config.scriptMaxMemoryMb=512'];
      const maps = await all([...MINIMAL, ...values], 'ConfigMap');
      expect(JSON.parse(maps[0]?.data['jobs.json']).env).toEqual(
        expect.arrayContaining([
          { name: 'SERVICE_SCRIPT_MAX_SECONDS', value: '30' },
          { name: 'SERVICE_SCRIPT_MAX_MEMORY_MB', value: '512' },
          { name: 'SERVICE_MAX_NEW_COLUMNS', value: '50' },
        ]),
      );
    });

    it('passes the bounds of connections to the pods of runs', async () => {
      const values = [
        'config.connectorBlockPrivateHosts=true',
        'config.connectorPrivateHosts=["db.internal","10.2.0.0/16"]',
        'config.connectorMachineIdentity=false',
        'config.connectorOwnBucket=true',
        'config.secretFileDirs=["/run/secrets","/vault"]',
        'config.storageAllowedRoots=["/data"]',
      ];
      const maps = await all([...MINIMAL, ...values], 'ConfigMap');
      expect(JSON.parse(maps[0]?.data['jobs.json']).env).toEqual(
        expect.arrayContaining([
          { name: 'SERVICE_CONNECTOR_BLOCK_PRIVATE_HOSTS', value: 'true' },
          { name: 'SERVICE_CONNECTOR_PRIVATE_HOSTS', value: '["db.internal","10.2.0.0/16"]' },
          { name: 'SERVICE_CONNECTOR_MACHINE_IDENTITY', value: 'false' },
          { name: 'SERVICE_CONNECTOR_OWN_BUCKET', value: 'true' },
          { name: 'SERVICE_SECRET_FILE_DIRS', value: '["/run/secrets","/vault"]' },
          { name: 'SERVICE_STORAGE_ALLOWED_ROOTS', value: '["/data"]' },
        ]),
      );
    });

    it('passes every Job setting to the operator', async () => {
      const maps = await all(VALUE_SETS['monitoring and everything else'], 'ConfigMap');
      const map = maps.find(({ data }) => 'jobs.json' in data);
      const given = Object.keys(JSON.parse(map?.data['jobs.json']));
      const inTheImage = ['command'];
      expect(given.toSorted()).toEqual(
        Object.keys(jobSettingsSchema.shape)
          .filter((key) => !inTheImage.includes(key))
          .toSorted(),
      );
    });

    it('keeps files and resources when it is uninstalled', async () => {
      const kept = async (values: readonly string[]): Promise<readonly string[]> =>
        (await open().render(values))
          .filter(({ metadata }) => metadata.annotations?.['helm.sh/resource-policy'] === 'keep')
          .map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      expect(await kept(VALUE_SETS['local execution, files on a volume'])).toEqual([
        'PersistentVolumeClaim trial-millrace',
      ]);
      expect(await kept(MINIMAL)).toEqual([
        'CustomResourceDefinition runs.millrace.dev',
        'CustomResourceDefinition schedules.millrace.dev',
      ]);
      expect(await kept([...MINIMAL, 'crds.keep=false'])).toEqual([]);
      const passing = ['evaluation.enabled=true', 'evaluation.persistence.enabled=false'];
      expect(await kept([...passing, 'crds.keep=false'])).toEqual([]);
      expect(await kept(VALUE_SETS.evaluation)).toEqual(
        expect.arrayContaining([
          'Secret trial-millrace-postgres',
          'Secret trial-millrace-object-store',
        ]),
      );
      expect(await all([...MINIMAL, 'crds.enabled=false'], 'CustomResourceDefinition')).toEqual([]);
    });

    it('extends the view role to runs and schedules, and the edit role to runs', async () => {
      const roles = await all([...MINIMAL, 'rbac.aggregate=true'], 'ClusterRole');
      const rights = roles.map(({ metadata, rules: [{ resources, verbs }] }) => [
        Object.keys(metadata.labels).filter((label) => label.includes('/aggregate-to-')),
        resources,
        verbs,
      ]);
      const to = (role: string): string => `rbac.authorization.k8s.io/aggregate-to-${role}`;
      expect(rights).toEqual([
        [[to('edit'), to('admin')], ['runs'], ['patch', 'delete']],
        [
          [to('view'), to('admin')],
          ['runs', 'schedules'],
          ['get', 'list', 'watch'],
        ],
      ]);
    });

    it('rolls out without downtime, except where two pods cannot run side by side', async () => {
      expect((await api(MINIMAL)).spec.strategy).toMatchObject({
        type: 'RollingUpdate',
        rollingUpdate: { maxUnavailable: 0 },
      });
      const local = await api(VALUE_SETS['local execution, files on a volume']);
      expect(local.spec.strategy.type).toBe('Recreate');
      const volume = await api([...MINIMAL, 'persistence.enabled=true', 'api.replicas=1']);
      expect(volume.spec.strategy.type).toBe('Recreate');
    });

    it('leaves the number of pods to the autoscaler', async () => {
      expect((await api(MINIMAL)).spec.replicas).toBe(2);
      const values = VALUE_SETS['high availability'];
      expect((await api(values)).spec).not.toHaveProperty('replicas');
      const [scaler] = await all(values, 'HorizontalPodAutoscaler');
      expect(scaler?.spec).toMatchObject({ minReplicas: 3, maxReplicas: 6 });
    });

    it('spreads only the pods of a component', async () => {
      const { topologySpreadConstraints } = (await api(VALUE_SETS['high availability'])).spec
        .template.spec;
      expect(topologySpreadConstraints).toEqual([
        {
          maxSkew: 1,
          topologyKey: 'topology.kubernetes.io/zone',
          whenUnsatisfiable: 'DoNotSchedule',
          labelSelector: {
            matchLabels: {
              'app.kubernetes.io/name': 'millrace',
              'app.kubernetes.io/instance': 'trial',
              'app.kubernetes.io/component': 'api',
            },
          },
        },
      ]);
    });

    it('allows egress to the servers in values', async () => {
      const ports = async (component: string, ...values: readonly string[]): Promise<unknown[]> => {
        const given = [...MINIMAL, 'networkPolicy.enabled=true', ...values];
        const policy = await one(given, 'NetworkPolicy', `trial-millrace-${component}`);
        const rules: readonly Manifest[] = policy.spec.egress;
        const numbers = rules.flatMap(({ ports: open }) => open).map(({ port }) => port);
        return numbers.filter((port) => ![53, 443, 6443].includes(port));
      };
      const servers = [
        'objectStore.endpoint=http://minio.storage:9000',
        'tracing.endpoint=http://collector/otlp',
        'networkPolicy.egressPorts=[5432,9000]',
      ];
      expect(await ports('api', ...servers)).toEqual([5432, 9000, 80]);
      expect(await ports('runner', ...servers)).toEqual([9000]);
      expect(await ports('api')).toEqual([5432]);
      expect(await ports('runner')).toEqual([]);
    });

    describe('the hosts of connections in values', () => {
      const withConnections = (connections: readonly object[]): readonly string[] => [
        ...MINIMAL,
        'networkPolicy.enabled=true',
        `networkPolicy.runner.connections=${JSON.stringify(connections)}`,
      ];

      it('are what runs and the api may reach beside their own servers, without metadata servers', async () => {
        const peers = [{ podSelector: { matchLabels: { app: 'shop-db' } } }];
        const values = withConnections([
          { cidr: '10.0.5.0/24', ports: [5432, 3306] },
          { peers, ports: [27017] },
          { cidr: '0.0.0.0/0', ports: [1433] },
        ]);
        const port = (number: number): object => ({ port: number, protocol: 'TCP' });
        const except = expect.arrayContaining(['169.254.169.254/32']) as unknown;
        const hosts = [
          { ports: [port(5432), port(3306)], to: [{ ipBlock: { cidr: '10.0.5.0/24' } }] },
          { ports: [port(27017)], to: peers },
          { ports: [port(1433)], to: [{ ipBlock: { cidr: '0.0.0.0/0', except } }] },
        ];
        const egress = async (component: string, given: readonly string[]): Promise<unknown[]> => {
          const name = `trial-millrace-${component}`;
          return (await one(given, 'NetworkPolicy', name)).spec.egress as unknown[];
        };
        for (const component of ['runner', 'api']) {
          const own = await egress(component, withConnections([]));
          expect(await egress(component, values)).toEqual([...own, ...hosts]);
        }
        expect(await egress('operator', values)).toEqual(
          await egress('operator', withConnections([])),
        );
      });

      it('are what the api may reach when it executes runs itself', async () => {
        const values = [
          ...VALUE_SETS['local execution, files on a volume'],
          'networkPolicy.enabled=true',
          'networkPolicy.runner.connections=[{"cidr":"10.0.5.0/24","ports":[3306]}]',
        ];
        const policy = await one(values, 'NetworkPolicy', 'trial-millrace-api');
        expect(policy.spec.egress).toContainEqual({
          ports: [{ port: 3306, protocol: 'TCP' }],
          to: [{ ipBlock: { cidr: '10.0.5.0/24' } }],
        });
      });

      it.each(['169.254.169.254/32', '169.0.0.0/8', '128.0.0.0/1', '100.64.0.0/10', 'fd00::/8'])(
        'are refused as %s, which contains a metadata server',
        async (cidr) => {
          await expect(
            one(withConnections([{ cidr, ports: [80] }]), 'NetworkPolicy', 'x'),
          ).rejects.toThrow(/networkPolicy/);
        },
      );
    });

    describe('workload identity', () => {
      it('reaches the account and the pods of runs, which get no token of the cluster', async () => {
        const values = [
          ...MINIMAL,
          'runner.serviceAccount.annotations={"eks.amazonaws.com/role-arn":"arn:aws:iam::1:role/runs"}',
          'runner.serviceAccount.labels={"azure.workload.identity/use":"true"}',
          'runner.podLabels={"azure.workload.identity/use":"true"}',
        ];
        const account = await one(values, 'ServiceAccount', 'trial-millrace-runner');
        expect(account).toMatchObject({
          automountServiceAccountToken: false,
          metadata: {
            annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/runs' },
            labels: { 'azure.workload.identity/use': 'true' },
          },
        });
        const config = await one(values, 'ConfigMap', 'trial-millrace-job-settings');
        const { data } = config as { readonly data: Readonly<Record<string, string>> };
        const settings = jobSettingsSchema.parse(JSON.parse(data['jobs.json'] ?? ''));
        expect(settings.labels).toMatchObject({ 'azure.workload.identity/use': 'true' });
        expect(settings.serviceAccountName).toBe('trial-millrace-runner');
        const operator = await one(values, 'ServiceAccount', 'trial-millrace-operator');
        expect(operator.metadata.annotations).toBeUndefined();
      });
    });

    it.each([
      ...['cpu', 'cpuLimit', 'memory', 'scratch', 'ephemeralStorage'].map(
        (it) => `resources.${it}`,
      ),
      ...['extraEnv', 'extraEnvFrom', 'extraVolumes', 'extraVolumeMounts', 'extraInitContainers'],
      ...['podLabels', 'podAnnotations', 'nodeSelector', 'tolerations', 'affinity'],
      ...['topologySpreadConstraints', 'terminationGracePeriodSeconds', 'startDeadlineSeconds'],
      ...['imageDeadlineSeconds', 'quotaDeadlineSeconds', 'lostPodGraceSeconds'],
    ])('keeps the default of the operator when runner.%s is null', async (name) => {
      const values = [...MINIMAL, `runner.${name}=null`];
      const config = await one(values, 'ConfigMap', 'trial-millrace-job-settings');
      const { data } = config as { readonly data: Readonly<Record<string, string>> };
      const usual = await one(MINIMAL, 'ConfigMap', 'trial-millrace-job-settings');
      expect(jobSettingsSchema.parse(JSON.parse(data['jobs.json'] ?? ''))).toEqual(
        jobSettingsSchema.parse(JSON.parse((usual.data as typeof data)['jobs.json'] ?? '')),
      );
    });

    it('keeps finished Runs for the default time when the value is null', async () => {
      const values = [...MINIMAL, 'operator.retention.doneSeconds=null'];
      const { spec } = await one(values, 'Deployment', 'trial-millrace-operator');
      const { env } = spec.template.spec.containers[0] as { env: readonly { name: string }[] };
      expect(env.map(({ name }) => name)).not.toContain('OPERATOR_RETENTION_DONE_SECONDS');
    });

    it('lets a component label override a common label but not a selector label', async () => {
      const values = [
        ...MINIMAL,
        'commonLabels={"team":"data","app.kubernetes.io/part-of":"platform"}',
        'api.podLabels={"team":"api","app.kubernetes.io/name":"other"}',
        'monitoring={"enabled":true,"labels":{"team":"metrics"}}',
      ];
      const { metadata, spec } = await api(values);
      expect(metadata.labels).toMatchObject({
        team: 'data',
        'app.kubernetes.io/part-of': 'millrace',
      });
      expect(spec.template.metadata.labels).toMatchObject({
        team: 'api',
        'app.kubernetes.io/name': 'millrace',
      });
      const monitor = await one(values, 'PodMonitor', 'trial-millrace-api');
      expect(monitor.metadata.labels.team).toBe('metrics');
    });

    it('has the metrics of the api on a port of its own, which no Service publishes', async () => {
      const values = [
        ...MINIMAL,
        'monitoring={"enabled":true}',
        'ingress={"enabled":true,"host":"m.example"}',
        'networkPolicy={"enabled":true,"metricsFrom":[{"podSelector":{}}]}',
      ];
      const [container] = (await api(values)).spec.template.spec.containers;
      expect(container.env).toContainEqual({ name: 'SERVICE_METRICS_PORT', value: '9090' });
      expect(container.ports).toContainEqual({ name: 'metrics', containerPort: 9090 });
      const service = await one(values, 'Service', 'trial-millrace');
      expect(service.spec.ports).toMatchObject([{ name: 'http', targetPort: 'http' }]);
      const monitor = await one(values, 'PodMonitor', 'trial-millrace-api');
      expect(monitor.spec.podMetricsEndpoints).toMatchObject([
        { port: 'metrics', path: '/metrics' },
      ]);
      const policy = await one(values, 'NetworkPolicy', 'trial-millrace-api');
      expect(policy.spec.ingress).toContainEqual({
        from: [{ podSelector: {} }],
        ports: [{ port: 'metrics', protocol: 'TCP' }],
      });
    });

    it('accepts a wildcard host, and a name and a namespace of digits', async () => {
      const values = [
        ...MINIMAL,
        'nameOverride="2024"',
        'ingress={"enabled":true,"host":"*.example.com","tlsSecret":"wild"}',
        'runner={"namespace":"2024"}',
      ];
      const { spec } = await one(values, 'Ingress', 'trial-2024');
      expect(spec).toMatchObject({
        rules: [{ host: '*.example.com' }],
        tls: [{ hosts: ['*.example.com'] }],
      });
      const role = await one(values, 'Role', 'trial-2024-api');
      expect(role.metadata.namespace).toBe('2024');
      const service = await one(values, 'Service', 'trial-2024');
      expect(service.spec.selector['app.kubernetes.io/name']).toBe('2024');
    });

    it('leaves users and groups to the cluster when none are set', async () => {
      const objects = await open().render(VALUE_SETS['users that the cluster chooses']);
      const pods = objects.map(podOf).filter((pod) => pod !== null);
      expect(pods.length).toBeGreaterThan(3);
      for (const { spec } of pods) {
        expect(Object.keys(spec.securityContext)).toEqual(['runAsNonRoot', 'seccompProfile']);
      }
      const map = objects.find(({ metadata }) => metadata.name === 'trial-millrace-job-settings');
      expect(jobSettingsSchema.parse(JSON.parse(map?.data['jobs.json'])).userId).toBeNull();
    });

    it('blocks cloud metadata servers for runs, and for the API except on the API server ports', async () => {
      const egress = async (component: string, values: readonly string[]): Promise<Manifest[]> => {
        const policy = await one(values, 'NetworkPolicy', `trial-millrace-${component}`);
        const rules: Manifest[] = policy.spec.egress;
        const isOther = ({ port }: Manifest): boolean => ![53, 6443].includes(port);
        return rules.filter(({ ports }) => ports.every(isOther));
      };
      const enabled = [...MINIMAL, 'networkPolicy.enabled=true'];
      const metadata = {
        cidr: '0.0.0.0/0',
        except: expect.arrayContaining(['169.254.169.254/32']),
      };
      const anywhere = expect.arrayContaining([
        { ipBlock: metadata },
        { ipBlock: { cidr: '::/0', except: expect.arrayContaining(['fd00:ec2::254/128']) } },
        { namespaceSelector: {} },
      ]);
      for (const component of ['api', 'runner']) {
        const rules = await egress(component, enabled);
        expect(rules.map(({ to }) => to)).toEqual([anywhere]);
      }
      const { spec } = await one(enabled, 'NetworkPolicy', 'trial-millrace-api');
      const open = (spec.egress as Manifest[]).filter(({ to }) => to === undefined);
      expect(open.flatMap(({ ports }) => ports.map(({ port }: Manifest) => port))).toEqual([
        ...[53, 53, 443, 6443],
      ]);
      const named = await egress('runner', VALUE_SETS['runs that reach named addresses only']);
      expect(named).toEqual([
        { ports: [{ port: 443, protocol: 'TCP' }], to: [{ ipBlock: { cidr: '10.0.0.0/24' } }] },
      ]);
    });

    it.each([[[]], [['fullnameOverride=trial-millrace-of-the-department-of-statistics']]])(
      'has alerts that match what its monitors scrape: %j',
      async (more) => {
        const values = [...VALUE_SETS['monitoring and everything else'], ...more];
        // The operator of Prometheus names the job of a PodMonitor NAMESPACE/NAME.
        const jobs = (await all(values, 'PodMonitor')).map(
          ({ metadata }) => `${metadata.namespace}/${metadata.name}`,
        );
        const job = (component: string): string | undefined =>
          jobs.find((name) => name.endsWith(`-${component}`));
        const [rules] = await all(values, 'PrometheusRule');
        const found: readonly Manifest[] = rules?.spec.groups[0].rules;
        const selected = found.map(({ alert, expr }) => [
          alert,
          [...new Set(expr.match(/(?<=namespace="data",job=")[^"]*/g))],
        ]);
        expect(Object.fromEntries(selected)).toEqual({
          MillraceApiDown: [job('api')],
          MillraceRequestsFail: [job('api')],
          MillraceRunsFail: [job('api')],
          MillraceRunsWait: [job('api')],
          MillraceSchedulesLate: [job('api')],
          MillraceOperatorDown: [job('operator')],
          MillraceWatchBroken: [job('operator')],
          MillraceEndsUnrecorded: [job('operator')],
          MillraceReconcileErrors: [job('operator')],
        });
      },
    );

    it('has a dashboard that Grafana finds', async () => {
      const values = VALUE_SETS['monitoring and everything else'];
      const dashboard = await one(values, 'ConfigMap', 'trial-millrace-dashboard');
      expect(dashboard.metadata.labels).toMatchObject({ grafana_dashboard: '1' });
      expect(JSON.parse(dashboard.data['millrace.json']).panels.length).toBeGreaterThan(5);
    });

    it('configures a dual-stack Service', async () => {
      const values = [
        'service.ipFamilyPolicy=RequireDualStack',
        'service.ipFamilies=["IPv6","IPv4"]',
      ];
      expect((await one([...MINIMAL, ...values], 'Service', 'trial-millrace')).spec).toMatchObject({
        ipFamilyPolicy: 'RequireDualStack',
        ipFamilies: ['IPv6', 'IPv4'],
      });
    });

    it('prevents a second PostgreSQL on the volume of an evaluation', async () => {
      const set = await one(VALUE_SETS.evaluation, 'StatefulSet', 'trial-millrace-postgres');
      const [{ command, args, volumeMounts }] = set.spec.template.spec.containers;
      expect([...command, ...args]).toEqual([
        'flock',
        '--exclusive',
        '--no-fork',
        '/var/lib/millrace/server.lock',
        'docker-entrypoint.sh',
        'postgres',
      ]);
      const mounts: readonly Manifest[] = volumeMounts;
      expect(mounts.find(({ name }) => name === 'data')?.mountPath).toBe('/var/lib/millrace');
    });

    it('documents every object that an uninstall keeps', async () => {
      const readme = readFileSync(path.join(CHART, 'README.md'), 'utf8');
      const section = /## Upgrade and uninstall\n[^]*/.exec(readme)?.[0].split('\n## ')[0] ?? '';
      const objects = await open().render([...VALUE_SETS.evaluation, 'fullnameOverride=millrace']);
      const kept = objects.filter(
        ({ metadata }) => metadata.annotations?.['helm.sh/resource-policy'] === 'keep',
      );
      const claims = objects
        .filter(({ kind }) => kind === 'StatefulSet')
        .map(({ metadata }) => `data-${metadata.name}-0`);
      const names = [...kept.map(({ metadata }) => metadata.name), ...claims, 'millrace-operator'];
      expect(names.length).toBe(7);
      expect(names.filter((name) => !section.includes(`${name}`))).toEqual([]);
    });

    it('installs with limits that the default request of a run breaks, and says so', async () => {
      const notes = async (...values: readonly string[]): Promise<string> => {
        const given = settings([...MINIMAL, ...values]);
        const text = await open().run('install', 'trial', CHART, '--dry-run=client', ...given);
        return text.slice(text.indexOf('\nNOTES:'));
      };
      const beyond = await notes('runner.limits.maxMemory=1500Mi', 'runner.limits.minCpu=1');
      expect(beyond).toContain(
        'runner.limits.maxMemory=1500Mi is less than runner.resources.memory=2Gi.',
      );
      expect(beyond).toContain('runner.limits.minCpu=1 is more than runner.resources.cpu=100m.');
      const within = ['runner.limits.maxMemory=2Gi', 'runner.limits.minCpu=100m'];
      expect(await notes(...within)).not.toContain('runner.limits');
      const local = ['execution=local', 'api.replicas=1', 'runner.limits.maxMemory=1Gi'];
      expect(await notes(...local)).not.toContain('runner.limits');
    });

    it('routes from a gateway to the API without a timeout', async () => {
      const [route] = await all(VALUE_SETS['monitoring and everything else'], 'HTTPRoute');
      expect(route?.spec).toMatchObject({
        parentRefs: [{ name: 'gateway', namespace: 'gateways' }],
        hostnames: ['millrace.example'],
        rules: [
          { timeouts: { request: '0s' }, backendRefs: [{ name: 'trial-millrace', port: 80 }] },
        ],
      });
      const lacking = [...MINIMAL, 'httpRoute.enabled=true'];
      await expect(open().render(lacking)).rejects.toThrow('Set httpRoute.parentRefs');
    });

    it('prefers an image digest to a tag, and an image tag to images.tag', async () => {
      const image = async (...values: readonly string[]): Promise<string> =>
        (await api([...MINIMAL, ...values])).spec.template.spec.containers[0].image;
      const digest = `sha256:${'1'.repeat(64)}`;
      expect(await image('api.image.tag=a', `api.image.digest=${digest}`)).toBe(
        `millrace-api@${digest}`,
      );
      expect(await image('images.tag=a', 'api.image.tag=b')).toBe('millrace-api:b');
      expect(await image('images.tag=a', 'images.registry=r.example/x/')).toBe(
        'r.example/x/millrace-api:a',
      );
    });

    it('restarts pods when their settings change', async () => {
      const annotations = async (
        component: string,
        ...values: readonly string[]
      ): Promise<Manifest> => {
        const deployment = await one(
          ['database.url=postgresql://u:p@h/d', 'objectStore.url=s3://b', ...values],
          'Deployment',
          `trial-millrace-${component}`,
        );
        return deployment.spec.template.metadata.annotations;
      };
      expect(await annotations('api')).toEqual(await annotations('api'));
      expect(await annotations('api')).not.toEqual(await annotations('api', 'auth.apiToken=new'));
      expect(await annotations('operator')).not.toEqual(
        await annotations('operator', 'runner.resources.cpu=2500m'),
      );
    });

    it.each([
      ['no database', ['objectStore.url=s3://b'], 'Set database.existingSecret'],
      ['no object store', ['database.existingSecret=db'], 'Set objectStore.url'],
      [
        'no place for files',
        ['execution=local', 'database.existingSecret=db'],
        'or persistence.enabled',
      ],
      ['two local replicas', [...MINIMAL, 'execution=local'], 'execution=local allows one replica'],
      ['a shared volume', [...MINIMAL, 'persistence.enabled=true'], 'cannot share a volume'],
      ['half a key', [...MINIMAL, 'objectStore.accessKeyId=a'], 'or neither for IAM roles'],
      ['two databases', [...MINIMAL, 'evaluation.enabled=true'], 'evaluation.enabled brings'],
      ['an ingress without a host', [...MINIMAL, 'ingress.enabled=true'], 'Set ingress.host'],
      [
        'a moved value',
        [...MINIMAL, 'replicas=2'],
        'replicas of earlier versions is now api.replicas',
      ],
      ['a moved pool', [...MINIMAL, 'database.poolSize=5'], 'is now config.databasePoolSize'],
      ['a value that does not exist', [...MINIMAL, 'databse.url=x'], 'databse'],
      ['a deeper one', [...MINIMAL, 'runner.resources.gpu=1'], 'gpu'],
      ['a database URL of another kind', ['database.url=mysql://h'], '/database/url'],
      ['another execution', [...MINIMAL, 'execution=docker'], '/execution'],
      ['a level that does not exist', [...MINIMAL, 'config.logLevel=loud'], '/config/logLevel'],
      ['an option that does not exist', [...MINIMAL, 'config.logLevl=info'], 'logLevl'],
      ['a setting out of range', [...MINIMAL, 'settings.maxUploadSizeMb=0'], 'maxUploadSizeMb'],
      [
        'a label with an invalid key',
        [...MINIMAL, 'commonLabels={"my team":"a"}'],
        '/commonLabels',
      ],
      [
        'a label with an invalid value',
        [...MINIMAL, 'commonLabels={"team":"a b"}'],
        '/commonLabels',
      ],
      [
        'an annotation with an invalid key',
        [...MINIMAL, 'api.podAnnotations={"a/b/c":"x"}'],
        '/api/podAnnotations',
      ],
      ['an invalid quantity', [...MINIMAL, 'runner.resources.memory=lots'], '/runner/resources'],
    ])('rejects %s', async (_name, values, complaint) => {
      await expect(open().render(values)).rejects.toThrow(complaint);
    });
  });
}

describe("the chart's schema", () => {
  it('knows every value at every depth', () => {
    const schema = JSON.parse(readFileSync(path.join(CHART, 'values.schema.json'), 'utf8'));
    const open: unknown[] = [];
    const visit = (part: unknown, place: string): void => {
      if (typeof part !== 'object' || part === null) return;
      if ('properties' in part && !('additionalProperties' in part)) open.push(place);
      for (const [key, inner] of Object.entries(part)) visit(inner, `${place}/${key}`);
    };
    visit(schema, '');
    expect(open).toEqual([]);
  });
});
