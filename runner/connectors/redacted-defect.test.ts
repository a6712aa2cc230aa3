import { inspect } from 'node:util';
import { redactedDefect } from './redacted-defect.ts';

const SECRET = 'c4nary-of-a-defect';
const CONFIDENTIAL = { secret: SECRET, username: 'reader' };

function printed(error: unknown): string {
  return inspect(redactedDefect(error, CONFIDENTIAL), { depth: 10 });
}

function stackOf(error: unknown): string {
  return redactedDefect(error, CONFIDENTIAL).stack ?? '';
}

describe('a defect for the log', () => {
  it('has no secret in its message, its stack, its causes and the errors that it gathers', () => {
    const basic = Buffer.from(`reader:${SECRET}`).toString('base64');
    const inner = new TypeError(`cannot send Authorization: Basic ${basic}`);
    const gathered = new AggregateError([inner, new Error(`of ${SECRET}`)], `all: ${SECRET}`);
    const outer = new RangeError(`outer ${SECRET}`, {
      cause: new Error('mid', { cause: gathered }),
    });
    const text = printed(outer);
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(basic);
    for (const kept of [
      'RangeError: outer ***',
      'Caused by: Error: mid',
      'AggregateError: all: ***',
      'TypeError: cannot send Authorization: Basic ***',
      'Error: of ***',
      'redacted-defect.test.ts',
    ]) {
      expect(stackOf(outer)).toContain(kept);
    }
  });

  it('has its code, and none of the other properties that a driver gives it', () => {
    const request = { headers: { Authorization: `Bearer ${SECRET}` } };
    const error = Object.assign(new Error('closed'), { code: 'E_CLOSED', request, body: SECRET });
    expect(printed(error)).toContain('E_CLOSED');
    expect(printed(error)).not.toContain(SECRET);
    expect(Object.keys(redactedDefect(error, CONFIDENTIAL))).toEqual(['code']);
  });

  it('is an error also of what is thrown without being one', () => {
    expect(redactedDefect(`said ${SECRET}`, CONFIDENTIAL).message).toBe('said ***');
    expect(printed(new Error('x', { cause: `of ${SECRET}` }))).toContain('Caused by: of ***');
  });

  it('is bounded when its causes are a circle, a long chain or a long text', () => {
    const circle = new Error('circle');
    circle.cause = circle;
    expect(stackOf(circle).match(/Error: circle/g)).toHaveLength(1);
    let chain = new Error('link');
    for (let place = 0; place < 1000; place += 1) chain = new Error('link', { cause: chain });
    expect(stackOf(chain).match(/Error: link/g)).toHaveLength(8);
    expect(stackOf(new Error('x'.repeat(1e6)))).toHaveLength(10_000);
  });
});
