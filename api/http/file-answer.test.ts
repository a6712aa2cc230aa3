import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sent } from './file-answer.ts';

it('reports a store that fails in the middle of a download', async () => {
  const body = Readable.from(
    (function* () {
      yield 'half';
      throw new Error('the object store is gone');
    })(),
  );
  const response = new PassThrough();
  response.resume();
  await expect(sent(pipeline(body, response))).rejects.toThrow('the object store is gone');
});

it('reports nothing when the caller goes away in the middle of a download', async () => {
  const response = new PassThrough();
  const sending = sent(pipeline(new PassThrough(), response));
  response.destroy();
  await expect(sending).resolves.toBeUndefined();
});
