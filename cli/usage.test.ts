import { execFile } from 'node:child_process';
import path from 'node:path';

async function millrace(args: readonly string[]): Promise<{ code: number | null; text: string }> {
  return await new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [path.resolve('cli/millrace.mjs'), ...args],
      { timeout: 120_000 },
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode, text: `${stdout}${stderr}` });
      },
    );
  });
}

describe('the command line', () => {
  it.each([
    ['an unknown command', ['rnu'], /unknown command 'rnu'/],
    ['an unknown option', ['info', '--nope'], /unknown option '--nope'/],
    ['a missing argument', ['run'], /missing required argument 'flow'/],
    ['a value that is no choice', ['info', '--output', 'xml'], /Allowed choices are table, json/],
    ['a pair without "="', ['validate', 'package.json', '--param', 'x'], /not of the form/],
    [
      'a flow file that is missing',
      ['run', 'nope.json'],
      /^nope\.json cannot be read: there is no \/.*\/nope\.json\.$/m,
    ],
  ])('exits with 2 for %s', async (_title, args, sentence) => {
    const { code, text } = await millrace(args);
    expect(text).toMatch(sentence);
    expect(text).not.toMatch(/^ {4}at /m);
    expect(code).toBe(2);
  });

  it('names the valid ports when a port is out of range', async () => {
    const { code, text } = await millrace(['serve', '--port', '99999']);
    expect(text).toContain('--port: must be a whole number from 0 to 65535\n');
    expect(code).toBe(2);
  });

  it.each([['--help'], ['--version']])('exits with 0 for %s', async (option) => {
    expect((await millrace([option])).code).toBe(0);
  });

  it('describes what a flag without a value turns off, and shows no internal values', async () => {
    const serve = await millrace(['serve', '--help']);
    expect(serve.text).toMatch(/--no-demo +Leave an empty database without the demo project\./);
    expect(serve.text).toMatch(/^ {2}SERVICE_MAX_UPLOAD_SIZE_MB +Larger files are refused/m);
    expect(serve.text).toMatch(/--no-scheduler +Trigger no schedules in this process\./);
    for (const command of ['start', 'run', 'validate']) {
      const { text } = await millrace([command, '--help']);
      expect(text).toContain('--param <name=value>');
      expect(text).not.toContain('[]');
    }
  });
});
