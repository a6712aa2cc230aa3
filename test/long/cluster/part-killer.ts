import { crashPart } from '../../cluster/restart.ts';
import { podsOf } from '../../e2e/support/component.ts';
import { processOf, type Program } from '../../e2e/support/container-process.ts';
import { eventually } from '../../e2e/support/eventually.ts';
import type { Pod } from '../../e2e/support/kubernetes.ts';
import type { Stand } from '../../e2e/support/stand.ts';
import { RUN_LABEL } from '../../../kubernetes/resources/metadata-keys.ts';
import { oneOf } from '../chaos/seed.ts';

export const PARTS = [
  'kube-apiserver',
  'postgres',
  'api',
  'operator',
  'runner',
  'pod of a runner',
] as const;
export type Part = (typeof PARTS)[number];

type Kills = Readonly<Record<Part, () => Promise<string | null>>>;

/** A runner is there within so long as long as runs are asked for. */
const RUNNER_WITHIN_MS = 20_000;
/** No time to tidy up, but no two of the same name at once either, as when it is deleted by force. */
const GRACE_SECONDS = 1;

/** Ends the parts of an installation as machines and people do: without warning. */
export class PartKiller {
  readonly #stand: Stand;
  readonly #random: () => number;
  readonly #runnerKills = new Map<string, number>();

  constructor(stand: Stand, random: () => number) {
    this.#stand = stand;
    this.#random = random;
  }

  /** How often the runner of a run was killed, or its pod deleted. */
  runnerKillsOf(run: string): number {
    return this.#runnerKills.get(run) ?? 0;
  }

  /** Each tells what it killed; null when there was nothing to kill. */
  get kills(): Kills {
    const kills: Kills = {
      'kube-apiserver': () => Promise.resolve(`process ${crashPart('kube-apiserver').pid}`),
      postgres: () => this.#killOneOf('postgres'),
      api: () => this.#killOneOf('api'),
      operator: () => this.#killOneOf('operator'),
      runner: () => this.#killRunner((pod) => Promise.resolve(killProcess('runner', pod))),
      'pod of a runner': () => this.#killRunner((pod) => this.#deletePod(pod)),
    };
    // While the API server is away nobody tells which pods there are, nor takes one away.
    const orNull = (kill: () => Promise<string | null>) => async () => {
      try {
        return await kill();
      } catch {
        return null;
      }
    };
    return Object.fromEntries(PARTS.map((part) => [part, orNull(kills[part])])) as Kills;
  }

  async #killOneOf(component: 'postgres' | 'api' | 'operator'): Promise<string | null> {
    const pods = (await podsOf(this.#stand.kubernetes, component)).filter((pod) =>
      isThere(component, pod),
    );
    return pods.length === 0 ? null : killProcess(component, oneOf(pods, this.#random));
  }

  /** Counted before it is done: what is told of it may be lost, and the runner with it. */
  async #killRunner(kill: (pod: Pod) => Promise<string>): Promise<string | null> {
    const pods = await eventually(
      'a runner',
      async () => {
        const all = await this.#stand.kubernetes.pods(RUN_LABEL);
        return all.filter((pod) => isThere('runner', pod));
      },
      ({ length }) => length > 0,
      RUNNER_WITHIN_MS,
    );
    const pod = oneOf(pods, this.#random);
    const run = pod.metadata.labels?.[RUN_LABEL] ?? '';
    this.#runnerKills.set(run, this.runnerKillsOf(run) + 1);
    return await kill(pod);
  }

  async #deletePod({ metadata: { name } }: Pod): Promise<string> {
    await this.#stand.kubernetes.deletePod(name, GRACE_SECONDS);
    return `pod ${name}`;
  }
}

function isThere(program: Program, pod: Pod): boolean {
  try {
    return processOf(program, pod) > 0;
  } catch {
    return false;
  }
}

function killProcess(program: Program, pod: Pod): string {
  const pid = processOf(program, pod);
  process.kill(pid, 'SIGKILL');
  return `process ${pid} of the pod ${pod.metadata.name}`;
}
