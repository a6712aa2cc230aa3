import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ADDRESSES } from '../cluster/addresses.ts';
import { enforceNetworkPolicies } from '../cluster/network-policies.ts';
import type { Values } from '../cluster/release.ts';
import { sh } from '../cluster/shell.ts';
import { podsOf } from './support/component.ts';
import { eventually } from './support/eventually.ts';
import { longFlow, quickFlow } from './support/flows.ts';
import { haltRunner } from './support/halt-runner.ts';
import { startPod, reachedFrom, type Prober, type Targets } from './support/reachability.ts';
import { Service } from './support/service.ts';
import { openStand, type Stand } from './support/stand.ts';
import { RELEASE, TEST_VALUES } from './support/test-values.ts';
import { openTunnel } from './support/tunnel.ts';

const CHART = path.resolve(import.meta.dirname, '../../charts/millrace');
const POLICIES = ['--show-only', 'templates/networkpolicies.yaml'];

/** What each pod reaches while the policies of the chart are enforced. */
const PROMISED = {
  api: ['postgres', 's3', 'kubernetes'],
  // Its own metrics: traffic of a pod to itself is not subject to policies.
  operator: ['kubernetes', 'metrics'],
  runner: ['s3'],
  neighbour: ['api', 'kubernetes', 'outside'],
  foreigner: ['kubernetes', 'outside'],
} as const;

type Who = keyof typeof PROMISED;

let stand: Stand;
let probers: Readonly<Record<Who, Prober>>;
let targets: Targets;
/** A run whose runner is stopped by SIGSTOP. */
let halted: { readonly id: string; goOn(): void };
const undo: (() => unknown)[] = [];

beforeAll(async () => {
  stand = await openStand();
  undo.push(() => stand.close());
  halted = await haltedRun();
  probers = {
    api: await podOf('app.kubernetes.io/component=api'),
    operator: await podOf('app.kubernetes.io/component=operator'),
    runner: await podOf(`millrace.dev/run=${halted.id}`),
    neighbour: await bystander(stand.place.namespace),
    foreigner: await bystander(await foreignNamespace()),
  };
  targets = await everyTarget();
});

afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

async function haltedRun(): Promise<typeof halted> {
  const id = await stand.service.start(await longFlow(stand.service, 10_000));
  return { id, goOn: await haltRunner(stand, id) };
}

async function podOf(selector: string): Promise<Prober> {
  const [pod] = await stand.kubernetes.pods(selector);
  return { namespace: stand.place.namespace, pod: pod!.metadata.name };
}

async function foreignNamespace(): Promise<string> {
  const name = `${stand.place.namespace}-foreign`;
  await stand.kubernetes.kubectl('create', 'namespace', name);
  undo.push(() => stand.kubernetes.kubectl('delete', 'namespace', name));
  return name;
}

/** Starts a pod in a namespace that no policy selects. */
async function bystander(namespace: string): Promise<Prober> {
  const prober = { namespace, pod: 'bystander' };
  const image = await readField(
    'deployment/millrace-operator',
    '.spec.template.spec.containers[0].image',
  );
  await startPod(stand.kubernetes, prober, image);
  undo.push(() => stand.kubernetes.kubectl('delete', 'pod', prober.pod, '-n', namespace));
  return prober;
}

async function everyTarget(): Promise<Targets> {
  const at = async (service: string): Promise<string> =>
    `${await readField(`service/${service}`, '.spec.clusterIP')}:${await readField(`service/${service}`, '.spec.ports[0].port')}`;
  const [operator] = await podsOf(stand.kubernetes, 'operator');
  return {
    postgres: await at('millrace-postgres'),
    s3: await at('millrace-s3'),
    api: await at('millrace'),
    kubernetes: `${ADDRESSES.kubernetesService}:443`,
    metrics: `${await readField(`pod/${operator!.metadata.name}`, '.status.podIP')}:8080`,
    outside: `${ADDRESSES.host}:${await listen()}`,
  };
}

async function readField(object: string, field: string): Promise<string> {
  return await stand.kubernetes.kubectl('get', object, '-o', `jsonpath={${field}}`);
}

/** Listens on this machine, outside of the cluster. @returns the port */
async function listen(): Promise<number> {
  const server = createServer((socket) => socket.end()).listen(0, ADDRESSES.host);
  undo.push(() => server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Applies the policies of the chart. @param runner the values of those of runs */
async function apply(runner: Values = {}): Promise<void> {
  const { place, kubernetes } = stand;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-policies-'));
  undo.push(() => {
    rmSync(folder, { recursive: true });
  });
  const [values, objects] = [path.join(folder, 'values.json'), path.join(folder, 'objects.yaml')];
  const networkPolicy = { enabled: true, runner };
  writeFileSync(values, JSON.stringify({ ...TEST_VALUES, networkPolicy }));
  const where = ['--namespace', place.namespace, '--values', values];
  writeFileSync(objects, sh(place.tools.helm, 'template', RELEASE, CHART, ...where, ...POLICIES));
  await kubernetes.kubectl('apply', '-f', objects);
  undo.push(() => kubernetes.kubectl('delete', '--ignore-not-found', '-f', objects));
}

/** The targets that a pod tries: all but itself, since a Service may lead a pod to itself. */
function targetsOf(who: Who): Targets {
  const tried = Object.entries(targets).filter(([target]) => target !== who);
  return Object.fromEntries(tried);
}

async function reached(): Promise<Record<string, readonly string[]>> {
  const all = (Object.keys(PROMISED) as Who[]).map(async (who) => [
    who,
    await reachedFrom(stand.kubernetes, probers[who], targetsOf(who)),
  ]);
  return Object.fromEntries(await Promise.all(all)) as Record<string, readonly string[]>;
}

describe('the network policies of the chart', () => {
  it('let each pod reach what it needs, and nothing else', async () => {
    const everything = (Object.keys(PROMISED) as Who[]).map((who) => [
      who,
      Object.keys(targetsOf(who)),
    ]);
    expect(await reached()).toEqual(Object.fromEntries(everything));
    await apply();
    undo.push(await enforceNetworkPolicies(stand.place.tools.kubectl));
    await eventually('the promised connections', reached, (seen) =>
      isDeepStrictEqual(seen, PROMISED),
    );
  });

  it('let only runs and the api reach the hosts of connections that the values name', async () => {
    const [address, port] = targets.outside!.split(':');
    await apply({ connections: [{ cidr: `${address}/32`, ports: [Number(port)] }] });
    await eventually('the connections with that host', reached, (seen) =>
      isDeepStrictEqual(seen, {
        ...PROMISED,
        api: [...PROMISED.api, 'outside'],
        runner: [...PROMISED.runner, 'outside'],
      }),
    );
  });

  it('let running runs continue and new runs start', async () => {
    // Through the API server: the policies refuse callers outside of the namespace.
    const tunnel = await openTunnel(stand.kubernetes, 'api', 8055);
    undo.push(() => tunnel.close());
    const service = new Service(tunnel.url);
    halted.goOn();
    expect(await service.finished(halted.id)).toMatchObject({ status: 'success' });
    const run = await service.runToEnd(await quickFlow(service));
    expect(run).toMatchObject({ status: 'success', error_message: null });
    expect(await service.output(run.id, 'out')).toBe('n\n2\n3\n');
  });
});
