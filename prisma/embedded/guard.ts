import { spawn, type ChildProcess } from 'node:child_process';
import type { ServerAccount } from './account.ts';

/*
 * Runs the server as a child and waits for the end of standard input: that pipe closes when we
 * close it and also when we die of SIGKILL, so the server never outlives us for long. SIGINT is
 * PostgreSQL's fast shutdown.
 */
const SCRIPT = `
exec 3<&0
"$@" 3<&- &
server=$!
trap 'kill -INT "$server"' INT TERM HUP
(trap - INT TERM HUP; read -r line; kill -INT "$server") <&3 3<&- >/dev/null 2>&1 &
watch=$!
code=0
while kill -0 "$server" 2>/dev/null; do wait "$server"; code=$?; done
kill "$watch" 2>/dev/null
exit "$code"
`;

/**
 * Starts a server that ends when this process does, however that comes about.
 * It gets a session of its own, so that Ctrl-C reaches only us and we decide when the server ends.
 * @param log file descriptor that takes its output
 */
export function spawnGuarded(
  account: ServerAccount,
  server: readonly string[],
  log: number,
): ChildProcess {
  const { file, args, ...as } = account.command('/bin/sh', ['-c', SCRIPT, 'sh', ...server]);
  return spawn(file, args, { ...as, cwd: '/', detached: true, stdio: ['pipe', log, log] });
}
