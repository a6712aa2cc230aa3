import https from 'node:https';
import { Socket } from 'node:net';

/** An agent that connects to nothing any more once it is closed, unlike one of Node. */
export class ClosableAgent extends https.Agent {
  #isClosed = false;

  /** Closes its sockets. What is sent later fails. */
  close(): void {
    this.#isClosed = true;
    this.destroy();
  }

  override createConnection(
    ...request: Parameters<https.Agent['createConnection']>
  ): ReturnType<https.Agent['createConnection']> {
    if (!this.#isClosed) return super.createConnection(...request);
    const socket = new Socket();
    // The request listens to its socket only later.
    setImmediate(() => {
      socket.destroy(new Error('The agent is closed'));
    });
    return socket;
  }
}

/**
 * An agent for a session of a driver that repeats requests. Null: the process has a proxy, which the driver uses by
 * agents of its own.
 * @param env usually `process.env`
 */
export function sessionAgent(
  env: Readonly<Record<string, string | undefined>>,
): ClosableAgent | null {
  const hasProxy = Object.keys(env).some((name) => /^https?_proxy$/i.test(name));
  return hasProxy ? null : new ClosableAgent({ keepAlive: true, timeout: IDLE_TIMEOUT_MS });
}

/** That of the driver's own agents. */
const IDLE_TIMEOUT_MS = 30_000;
