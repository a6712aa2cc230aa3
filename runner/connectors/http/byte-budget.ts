import { Transform, type TransformCallback } from 'node:stream';
import { UserError } from '../../domain/errors.ts';

/** Bounds how many bytes the answers of one read may have in sum, compressed or not. */
export class ByteBudget {
  readonly #maxBytes: number;
  #used = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** A stream that fails when the budget is used up. */
  meter(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done: TransformCallback) => {
        this.#used += chunk.length;
        if (this.#used <= this.#maxBytes) done(null, chunk);
        else done(new UserError(this.#message()));
      },
    });
  }

  #message(): string {
    const megabytes = Math.floor(this.#maxBytes / (1 << 20));
    return `the answers are longer than ${megabytes} MiB in sum; read fewer pages or rows at a time`;
  }
}
