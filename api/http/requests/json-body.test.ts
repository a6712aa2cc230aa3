import { jsonBody } from './json-body.ts';

type Handler = ReturnType<typeof jsonBody>;

/** A request whose chunks all use the same buffer: only a copy keeps the whole body. */
function requestOf(text: string, chunkBytes: number): Parameters<Handler>[0] {
  const bytes = Buffer.from(text);
  async function* chunks(): AsyncGenerator<Buffer> {
    const chunk = Buffer.alloc(chunkBytes);
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      yield chunk.subarray(0, bytes.copy(chunk, 0, at));
      await Promise.resolve();
    }
  }
  const request = { headers: { 'content-type': 'application/json' }, iterator: chunks };
  return request as unknown as Parameters<Handler>[0];
}

async function bodyOf(text: string, chunkBytes: number, maxBytes: number): Promise<unknown> {
  const request = requestOf(text, chunkBytes);
  const next = (): void => undefined;
  const response = null as unknown as Parameters<Handler>[1];
  await jsonBody({ maxBytes, required: true })(request, response, next);
  return request.body;
}

const TEXT = JSON.stringify({ text: 'x'.repeat(50_000) });

it.each([1, 7, 20_000, TEXT.length])(
  'copies the chunks of a body in chunks of %i bytes',
  async (size) => {
    expect(await bodyOf(TEXT, size, 100_000)).toEqual(JSON.parse(TEXT));
  },
);

it('accepts a body as large as the limit', async () => {
  expect(await bodyOf(TEXT, 1000, TEXT.length)).toEqual(JSON.parse(TEXT));
});

it('rejects a body one byte larger than the limit', async () => {
  await expect(bodyOf(TEXT, 1000, TEXT.length - 1)).rejects.toMatchObject({ status: 413 });
});

/** A request whose body fails with the given error. */
function failing(error: Error, destroyed: boolean): Parameters<Handler>[0] {
  const iterator = (): AsyncIterable<Buffer> => ({
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }),
  });
  return { headers: {}, iterator, destroyed } as unknown as Parameters<Handler>[0];
}

it.each([
  ['reports an incomplete body when the client disconnected', true, { code: 'invalid' }],
  [
    'passes other errors on, which are not the fault of the client',
    false,
    { message: 'no memory' },
  ],
])('%s', async (_title, isGone, expected) => {
  const handler = jsonBody({ maxBytes: 100, required: true });
  const response = null as unknown as Parameters<Handler>[1];
  const reading = handler(failing(new Error('no memory'), isGone), response, () => undefined);
  await expect(reading).rejects.toMatchObject(expected);
});
