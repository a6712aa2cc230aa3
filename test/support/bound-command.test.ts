import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { boundCommand } from './bound-command.ts';
import { isAlive } from './make-once.ts';
import { until } from './until.ts';

it('kills a bound server when its parent is killed, on Linux', async () => {
  const { file, args } = boundCommand('sleep', ['600']);
  if (process.platform !== 'linux') {
    expect({ file, args }).toEqual({ file: 'sleep', args: ['600'] });
    return;
  }
  const script = `
    const { spawn } = require('node:child_process');
    console.log(spawn(${JSON.stringify(file)}, ${JSON.stringify(args)}, { stdio: 'ignore' }).pid);`;
  const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const server = Number(line.toString());
  expect(isAlive(server)).toBe(true);
  parent.kill('SIGKILL');
  await until(() => !isAlive(server));
});
