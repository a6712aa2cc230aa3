import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Engine } from '../../runner/domain/engine.ts';
import { freePort } from '../../prisma/embedded/free-port.ts';

/** The arguments of reference-server.ts. */
export interface ReferenceOptions {
  /** The database server of the service. */
  readonly databaseUrl: string;
  /** For objects and temporary files. */
  readonly folder: string;
  readonly csv: string;
  /** A flow that reads the CSV file by a node `in`. */
  readonly graph: object;
  readonly port: number;
}

/** The server of reference-server.ts, in another process. */
export class ReferenceServer {
  readonly #process: ChildProcess;
  readonly #url: string;

  private constructor(process: ChildProcess, url: string) {
    this.#process = process;
    this.#url = url;
  }

  static async start(options: Omit<ReferenceOptions, 'port'>): Promise<ReferenceServer> {
    const port = await freePort();
    const program = path.join(import.meta.dirname, 'reference-server.ts');
    const child = fork(program, [JSON.stringify({ ...options, port })]);
    const started = await Promise.race([once(child, 'message'), once(child, 'exit')]);
    if (started[0] !== 'listening') throw new Error('The reference server did not start');
    return new ReferenceServer(child, `http://127.0.0.1:${port}`);
  }

  /** Runs its flow. @returns milliseconds from request to answer */
  async run(engine: Engine): Promise<number> {
    const started = performance.now();
    const body = JSON.stringify({ engine });
    const answer = await fetch(this.#url, { method: 'POST', body });
    const result = (await answer.json()) as { readonly status: string };
    const elapsed = performance.now() - started;
    if (result.status !== 'success') throw new Error('The reference server failed a run');
    return elapsed;
  }

  async stop(): Promise<void> {
    const exit = once(this.#process, 'exit');
    this.#process.kill();
    await exit;
  }
}
