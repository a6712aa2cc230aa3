import { pino } from 'pino';
import { deliver } from './deliver.ts';
import type { PostTarget } from './post-json.ts';

it('logs the name of an error without a code, and not its message', async () => {
  const lines: string[] = [];
  // A defect whose message could repeat the URL.
  const url = {
    get protocol(): string {
      throw new TypeError('https://hooks.example/token');
    },
  };
  await deliver('{}', {
    target: { url, secret: null, blockPrivateHosts: false } as unknown as PostTarget,
    logger: pino({}, { write: (line: string) => void lines.push(line) }),
    pause: () => Promise.resolve(),
    signal: new AbortController().signal,
  });
  expect(lines.map((line) => (JSON.parse(line) as { reason: string }).reason)).toEqual(
    Array(3).fill('TypeError'),
  );
  expect(lines.join()).not.toContain('token');
});
