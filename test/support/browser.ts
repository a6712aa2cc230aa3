import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { until } from './until.ts';

/** A page in a real browser. */
export interface BrowserPage {
  /** Evaluates a JavaScript expression on the page and awaits a promise. */
  evaluate<T>(expression: string): Promise<T>;
  /** Waits until the visible text matches. @returns the whole text */
  seen(pattern: RegExp): Promise<string>;
  /** Emulates the user's preference for a colour scheme. */
  prefer(scheme: 'light' | 'dark'): Promise<void>;
  /** Uncaught errors, and resources that the Content-Security-Policy blocked. */
  readonly errors: readonly string[];
}

export interface Browser {
  open(url: string): Promise<BrowserPage>;
  close(): Promise<void>;
}

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly message: string };
}

type Listener = (message: Message) => void;

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome'];
/** A start takes a second, and much longer on a busy machine. */
const SEEN_WITHIN_MS = 90_000;

/** Returns what to install; null when a browser is installed. */
export function lackForBrowser(): Promise<string | null> {
  const lack = 'it needs chromium: install it by the package manager of the system';
  return Promise.resolve(program() === null ? lack : null);
}

function program(): string | null {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const files = PROGRAMS.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return files.find((file) => existsSync(file)) ?? null;
}

/** Starts headless chromium with a new profile. @throws Error without an installed browser */
export async function openBrowser(): Promise<Browser> {
  const file = program();
  if (file === null) throw new Error((await lackForBrowser()) ?? '');
  const profile = await mkdtemp(path.join(os.tmpdir(), 'millrace-browser-'));
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe'];
  const child = spawn(file, [...flags, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const connection = connect(child);
  return {
    open: (url) => openPage(connection, url),
    async close() {
      const gone = once(child, 'exit');
      if (child.exitCode === null) {
        void connection.send('Browser.close').catch(() => undefined);
        await gone;
      }
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Connection {
  send(method: string, params?: object, sessionId?: string): Promise<Record<string, unknown>>;
  listen(listener: Listener): void;
}

/** Speaks the DevTools protocol over file descriptors 3 (commands) and 4 (responses) of chromium. */
function connect(child: ChildProcess): Connection {
  const [, , , input, output] = child.stdio as unknown as [null, null, null, Writable, Readable];
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  const listeners: Listener[] = [];
  let last = 0;
  let text = '';
  const dispatch = (message: Message): void => {
    if (message.id === undefined) {
      for (const listener of listeners) listener(message);
      return;
    }
    const pending = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error === undefined) pending?.resolve(message.result ?? {});
    else pending?.reject(new Error(message.error.message));
  };
  output.setEncoding('utf8').on('data', (chunk: string) => {
    const frames = (text + chunk).split('\0');
    text = frames.pop() ?? '';
    for (const frame of frames) dispatch(JSON.parse(frame) as Message);
  });
  input.on('error', () => undefined);
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('The browser exited'));
  });
  return {
    send(method, params = {}, sessionId) {
      const pending = Promise.withResolvers<Record<string, unknown>>();
      waiting.set(++last, pending);
      input.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
      return pending.promise;
    },
    listen: (listener) => void listeners.push(listener),
  };
}

async function openPage(connection: Connection, url: string): Promise<BrowserPage> {
  const { targetId } = await connection.send('Target.createTarget', { url: 'about:blank' });
  const attached = await connection.send('Target.attachToTarget', { targetId, flatten: true });
  const session = attached.sessionId as string;
  const send: Connection['send'] = (method, params) => connection.send(method, params, session);
  const errors: string[] = [];
  connection.listen(({ sessionId, method, params }) => {
    if (sessionId === session) errors.push(...errorsOf(method, params));
  });
  await send('Runtime.enable');
  await send('Log.enable');
  await send('Page.enable');
  await send('Page.navigate', { url });
  const evaluate = async <T>(expression: string): Promise<T> => {
    const answer = await send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    return (answer.result as { value: T }).value;
  };
  return {
    evaluate,
    errors,
    seen: (pattern) =>
      until(async () => {
        const text = await evaluate<string | undefined>('document.body?.innerText');
        return text !== undefined && pattern.test(text) && text;
      }, SEEN_WITHIN_MS),
    prefer: async (scheme) => {
      const features = [{ name: 'prefers-color-scheme', value: scheme }];
      await send('Emulation.setEmulatedMedia', { features });
    },
  };
}

function errorsOf(method: string | undefined, params: Message['params']): readonly string[] {
  if (method === 'Runtime.exceptionThrown') return [JSON.stringify(params)];
  const entry = params?.entry as { source: string; level: string; text: string } | undefined;
  const isError = method === 'Log.entryAdded' && entry?.level === 'error';
  return isError && entry.source !== 'network' ? [entry.text] : [];
}
