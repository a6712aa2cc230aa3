import { spawn } from 'node:child_process';
import { once } from 'node:events';

const REPORT_EVERY_MS = process.stderr.isTTY ? 250 : 10_000;
const FETCHED = /^npm http fetch GET 200 \S+\.tgz/;

/**
 * Runs npm, and shows how long it takes and how many packages it has fetched.
 * @param {readonly string[]} command program and arguments
 * @param {{ cwd: string, title: string, packages: number }} options
 * @throws Error with what npm said when it fails
 */
export async function runNpm([program, ...args], { cwd, title, packages }) {
  const started = performance.now();
  let fetched = 0;
  const said = [];
  const show = (end) => {
    const seconds = Math.round((performance.now() - started) / 1000);
    const count =
      fetched === 0 ? `${packages} packages` : `${fetched} of ${packages} packages fetched`;
    const line = `${title}: ${count}, ${seconds} s`;
    process.stderr.write(process.stderr.isTTY ? `\r\u001b[K${line}${end}` : `${line}\n`);
  };
  show('');
  const timer = setInterval(() => show(''), REPORT_EVERY_MS);
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
  } finally {
    clearInterval(timer);
    show('\n');
  }
}
