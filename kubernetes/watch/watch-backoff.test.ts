import { KubeApiError } from '../client/kube-api-error.ts';
import { WatchBackoff } from './watch-backoff.ts';

const A_WATCH_MS = 300_000;

function backoff(): WatchBackoff {
  return new WatchBackoff({ baseBackoff: 800, maxBackoff: 3000 }, () => 0.5);
}

describe('the wait before a watch begins again', () => {
  it('grows from failure to failure up to a bound', () => {
    const waits = backoff();
    const failure = new Error('reset');
    expect([1, 2, 3, 4].map(() => waits.after(failure, 10))).toEqual([800, 1600, 3000, 3000]);
  });

  it('is none after a watch that ended as it should, and short after its next failure', () => {
    const waits = backoff();
    waits.after(new Error('reset'), 10);
    expect(waits.after(null, A_WATCH_MS)).toBe(0);
    expect(waits.after(new Error('reset'), 10)).toBe(800);
  });

  it('grows too while something ends every watch at once, without an error', () => {
    const waits = backoff();
    expect([1, 2, 3].map(() => waits.after(null, 5))).toEqual([800, 1600, 3000]);
  });

  it('grows too while every version is too old', () => {
    const status = { reason: 'Expired', message: 'too old', retryAfterSeconds: null };
    const waits = backoff();
    const expired = new KubeApiError(410, status);
    expect([1, 2].map(() => waits.after(expired, 5))).toEqual([800, 1600]);
  });

  it('is at least what the server asks for', () => {
    const status = { reason: 'TooManyRequests', message: 'later', retryAfterSeconds: 7 };
    expect(backoff().after(new KubeApiError(429, status), 5)).toBe(7000);
  });
});
