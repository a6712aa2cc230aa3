import { spawn } from 'node:child_process';
import { once } from 'node:events';

const REPORT_EVERY_MS = process.stderr.isTTY ? 250 : 10_000;
const FETCHED = /^npm http fetch GET 200 \S+\.tgz/;

/**
 * Runs npm and shows the elapsed time and the number of fetched packages.
 * @param {readonly string[]} command program and arguments
 * @param {{ cwd: string, title: string, packages: number }} options
 * @throws Error with the output of npm when it fails
 */
export async function runNpm([program, ...args], { cwd, title, packages }) {
  const started = performance.now();
  let fetched = 0;
  const said = [];
  const seconds = () => Math.round((performance.now() - started) / 1000);
  const write = (line, end = '') => {
    process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}${end}` : `${line}\n`);
  };
  const show = () => {
    const count =
      fetched === 0 ? `${packages} packages` : `${fetched} of ${packages} packages fetched`;
    write(`${title}: ${count}, ${seconds()} s`);
  };
  show();
  const timer = setInterval(show, REPORT_EVERY_MS);
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream.setEncoding('utf8').on('data', (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (FETCHED.test(line)) fetched += 1;
        else if (!line.startsWith('npm http')) said.push(line);
      }
    });
  }
  try {
    const [code, signal] = await once(child, 'close');
    if (code !== 0) {
      throw new Error(`npm failed (${code ?? signal}):\n${said.slice(-40).join('\n')}`);
    }
    // npm does not fetch cached packages, so the count may be below the total.
    write(`${title}: done, ${packages} packages in ${seconds()} s`, '\n');
  } catch (error) {
    write(`${title}: failed after ${seconds()} s`, '\n');
    throw error;
  } finally {
    clearInterval(timer);
  }
}
