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

/** While clients start runs, a runner exists within this time. */
const RUNNER_WITHIN_MS = 20_000;
/** Almost none; forced deletion would allow two pods of the same name at a time. */
const GRACE_SECONDS = 1;

/** Kills the parts of an installation without warning. */
export class PartKiller {
  readonly #stand: Stand;
  readonly #random: () => number;
  readonly #runnerKills = new Map<string, number>();

  constructor(stand: Stand, random: () => number) {
    this.#stand = stand;
    this.#random = random;
  }

  /** How often the runner of a run was killed or its pod deleted. */
  runnerKillsOf(run: string): number {
    return this.#runnerKills.get(run) ?? 0;
  }

  /** Each returns the killed part; null when there was nothing to kill. */
  get kills(): Kills {
    const kills: Kills = {
      'kube-apiserver': () => Promise.resolve(`process ${crashPart('kube-apiserver').pid}`),
      postgres: () => this.#killOneOf('postgres'),
      api: () => this.#killOneOf('api'),
      operator: () => this.#killOneOf('operator'),
      runner: () => this.#killRunner((pod) => Promise.resolve(killProcess('runner', pod))),
      'pod of a runner': () => this.#killRunner((pod) => this.#deletePod(pod)),
    };
    // Without the API server, pods can be neither listed nor deleted.
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

  /** Counts before it kills: the answer may be lost although the runner is killed. */
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
