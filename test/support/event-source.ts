/** One event as a client sees it. */
export interface SeenEvent {
  readonly id: string;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A client of server-sent events. */
export interface EventReader {
  /** Reads the next events. @throws Error when the stream ends before them */
  read(count: number): Promise<SeenEvent[]>;
  /** Reads until the server ends the stream. */
  rest(): Promise<SeenEvent[]>;
  /** Closes the connection. */
  close(): void;
}

/** @param lastEventId requests the events after this id */
export async function openEvents(url: string, lastEventId?: string): Promise<EventReader> {
  const abort = new AbortController();
  const headers = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
  const response = await fetch(url, { headers, signal: abort.signal });
  if (response.status !== 200 || response.body === null) {
    throw new Error(`${response.status}: ${await response.text()}`);
  }
  const events = read(response.body);
  return {
    async read(count) {
      const found: SeenEvent[] = [];
      while (found.length < count) {
        const next = await events.next();
        if (next.done === true) throw new Error(`The stream ended after ${JSON.stringify(found)}`);
        found.push(next.value);
      }
      return found;
    },
    async rest() {
      const all: SeenEvent[] = [];
      for await (const event of events) all.push(event);
      return all;
    },
    close() {
      abort.abort();
    },
  };
}

async function* read(body: AsyncIterable<Uint8Array>): AsyncGenerator<SeenEvent, undefined> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) if (!frame.startsWith(':')) yield parse(frame);
  }
  return undefined;
}

function parse(frame: string): SeenEvent {
  const fields = new Map(
    frame.split('\n').map((line): [string, string] => {
      const [name = '', ...value] = line.split(': ');
      return [name, value.join(': ')];
    }),
  );
  const data = JSON.parse(fields.get('data') ?? 'null') as SeenEvent['data'];
  return { id: fields.get('id') ?? '', name: fields.get('event') ?? 'message', data };
}
