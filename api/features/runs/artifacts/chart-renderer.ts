import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import { programFile } from '../../../../runner/programs/program-file.ts';
import { overloaded, unavailable } from '../../../domain/errors.ts';
import type { PictureFormat, RenderReply, RenderRequest } from './render-messages.ts';

export interface ChartRendererOptions {
  /** The limit of one picture. A chart has at most 2000 points and takes some 50 ms. */
  readonly timeoutMs: number;
  /** The thread is stopped when no picture was drawn for this long. */
  readonly idleMs: number;
  /** The number of requests that wait. */
  readonly maxQueue: number;
  /** The limit of the thread's heap. */
  readonly maxHeapMb: number;
}

const DEFAULTS: ChartRendererOptions = {
  timeoutMs: 10_000,
  idleMs: 60_000,
  maxQueue: 50,
  maxHeapMb: 256,
};

/**
 * Draws Vega-Lite specifications in a thread that starts with the first picture. One picture is drawn at a
 * time.
 */
export class ChartRenderer {
  readonly #options: ChartRendererOptions;
  readonly #limit = pLimit(1);
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: Partial<ChartRendererOptions> = {}) {
    this.#options = { ...DEFAULTS, ...options };
  }

  /**
   * Draws a picture.
   * @param specification a Vega-Lite specification as JSON text
   * @throws DomainError overloaded when too many requests wait, unavailable when it takes too long;
   *   Error for a specification that cannot be drawn
   */
  async render(specification: string, format: PictureFormat): Promise<Uint8Array> {
    if (this.#limit.pendingCount >= this.#options.maxQueue) {
      throw overloaded('Too many charts are being drawn. Try again in a few seconds.');
    }
    return await this.#limit(() => this.#render({ specification, format }));
  }

  /** Stops the thread. */
  async close(): Promise<void> {
    await this.#stop();
  }

  async #render(request: RenderRequest): Promise<Uint8Array> {
    clearTimeout(this.#idle);
    const worker = (this.#worker ??= this.#start());
    const reply = await this.#replyOf(worker, request);
    this.#idle = setTimeout(() => {
      void this.#stop();
    }, this.#options.idleMs).unref();
    if ('error' in reply) throw new Error(`The chart cannot be drawn: ${reply.error}`);
    return reply.picture;
  }

  #start(): Worker {
    const worker = new Worker(programFile('api/features/runs/artifacts/render-worker.ts'), {
      resourceLimits: { maxOldGenerationSizeMb: this.#options.maxHeapMb },
    });
    // An idle thread does not keep the process alive.
    worker.unref();
    return worker;
  }

  async #replyOf(worker: Worker, request: RenderRequest): Promise<RenderReply> {
    const finished = new AbortController();
    const { signal } = finished;
    try {
      return await new Promise<RenderReply>((resolve, reject) => {
        const timer = setTimeout(() => {
          reject(unavailable('The chart took too long to draw. Its JSON is available.'));
        }, this.#options.timeoutMs);
        signal.addEventListener('abort', () => {
          clearTimeout(timer);
        });
        const fail = (error: Error): void => {
          reject(error);
        };
        worker.once('message', resolve).once('error', fail);
        signal.addEventListener('abort', () => {
          worker.off('message', resolve).off('error', fail);
        });
        worker.postMessage(request);
      });
    } catch (error) {
      await this.#stop();
      throw error;
    } finally {
      finished.abort();
    }
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}
