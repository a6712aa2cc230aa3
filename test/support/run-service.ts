import type { RunRead } from '../../api/features/runs/schemas.ts';
import { signalRunners } from './runner-processes.ts';
import { until as seen } from './until.ts';
import { startTestService, type Answer, type TestService } from './service.ts';

export interface Node {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly label?: string; readonly config: object };
}

/** A service with two datasets, and functions that start runs. */
export interface RunService {
  readonly service: TestService;
  /** A dataset of four rows with nulls and a big integer. */
  readonly orders: string;
  /** A dataset of one row. */
  readonly people: string;
  readonly upload: (name: string, content: string) => Promise<string>;
  readonly flowOf: (graph: object, more?: object) => Promise<string>;
  /** A flow that keeps two rows of the orders. */
  readonly simple: () => Promise<string>;
  readonly run: (flow: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  /** Waits until the run has finished. */
  readonly ran: (flow: string, body?: unknown) => Promise<RunRead>;
  /** Starts a run on a stopped runner process, so that it stays running. */
  readonly halted: (body?: unknown) => Promise<RunRead>;
  readonly get: (id: string) => Promise<RunRead>;
  readonly until: (id: string, isSo: (run: RunRead) => boolean) => Promise<RunRead>;
}

/**
 * Starts the service before the tests of a file, and stops it after them.
 * @param env further `SERVICE_…` variables
 */
export function useRunService(env: Readonly<Record<string, string>> = {}): RunService {
  let service: TestService;
  let orders: string;
  let people: string;

  beforeAll(async () => {
    service = await startTestService(env);
    orders = await upload('orders.csv', 'id,name,big\n1,d,9007199254740993\n2,a,1\n3,,\n4,b,2\n');
    people = await upload('people.csv', 'id\n7\n');
  });

  afterAll(async () => {
    await service.stop();
  });

  afterEach(async () => {
    await signalRunners('SIGCONT');
  });

  async function upload(name: string, content: string): Promise<string> {
    const form = new FormData();
    form.set('file', new Blob([content]), name);
    const answer = await service.call('POST', '/api/datasets/upload', form);
    if (answer.status !== 201) throw new Error(answer.text);
    return (answer.json as { id: string }).id;
  }

  async function flowOf(graph: object, more: object = {}): Promise<string> {
    const answer = await service.call('POST', '/api/flows', {
      name: 'Flow',
      graph_json: graph,
      ...more,
    });
    if (answer.status !== 201) throw new Error(answer.text);
    return (answer.json as { id: string }).id;
  }

  const simple = (): Promise<string> => flowOf(chain([input('in', orders), limit(2), output()]));

  async function run(
    flow: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer> {
    return await service.call('POST', `/api/flows/${flow}/runs`, body, headers);
  }

  async function ran(flow: string, body?: unknown): Promise<RunRead> {
    const answer = await run(flow, body);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.json as RunRead;
  }

  async function halted(body?: unknown): Promise<RunRead> {
    const flow = await simple();
    await ran(flow);
    await signalRunners('SIGSTOP');
    const { id } = (await run(flow, body, { Prefer: 'respond-async' })).json as RunRead;
    return await until(id, (now) => now.status === 'running');
  }

  async function get(id: string): Promise<RunRead> {
    return (await service.call('GET', `/api/runs/${id}`)).json as RunRead;
  }

  async function until(id: string, isSo: (run: RunRead) => boolean): Promise<RunRead> {
    return await seen(async () => {
      const now = await get(id);
      return isSo(now) ? now : null;
    });
  }

  return {
    upload,
    flowOf,
    simple,
    run,
    ran,
    halted,
    get,
    until,
    get service() {
      return service;
    },
    get orders() {
      return orders;
    },
    get people() {
      return people;
    },
  };
}

export const input = (id: string, dataset: string, config: object = {}): Node => ({
  id,
  type: 'fileInput',
  data: { label: 'Orders', config: { dataset_id: dataset, format: 'csv', ...config } },
});

export const limit = (n: unknown): Node => ({
  id: 'top',
  type: 'limitRows',
  data: { config: { n } },
});

export const output = (config: object = {}): Node => ({
  id: 'out',
  type: 'fileOutput',
  data: { config: { format: 'csv', ...config } },
});

export function chain(nodes: readonly Node[], extra: object = {}): object {
  const edges = nodes.slice(1).map((node, i) => ({ source: nodes[i]!.id, target: node.id }));
  return { nodes, edges, ...extra };
}

/** Parses a time of a record, which is UTC with or without the suffix. */
export function instant(time: string | null): number {
  return Date.parse(`${(time ?? '').replace('Z', '')}Z`);
}

export const detail = (answer: Answer): unknown => (answer.json as { detail: unknown }).detail;
