import { runOf, T0 } from '../../../test/support/run-scene.ts';
import { nextStatus } from './next-status.ts';

describe('a message that is too long, cut within a character', () => {
  // The API server stores U+FFFD for half a character: it would never be what was meant to be written.
  const message = `${'m'.repeat(2047)}😀`;

  it('is well formed in the condition of a Run and in its lost attempts', () => {
    const lostAttempts = [{ number: 1, reason: `${'R'.repeat(127)}😀`, message, lostAt: T0 }];
    const to = {
      phase: 'pending',
      attempt: 2,
      reason: 'AttemptLost',
      message,
      lostAttempts,
    } as const;
    const status = nextStatus(runOf({}), to, new Date(T0));
    const [lost] = status?.attempts ?? [];
    const texts = [status?.conditions?.[0]?.message, lost?.message, lost?.reason];
    expect(texts.map((text) => text?.at(-1))).toEqual(['\uFFFD', '\uFFFD', '\uFFFD']);
  });
});
