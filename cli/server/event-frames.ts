/** One server-sent event. */
export interface EventFrame {
  /** Empty if absent. */
  readonly id: string;
  readonly name: string;
  /** JSON text. */
  readonly data: string;
}

/** Maximum length of a line; an event may name every node of a flow. */
const MAX_LINE_CHARACTERS = 16 * 1024 * 1024;

/**
 * Reads server-sent events with one line of data each. A comment, which is a heartbeat, is returned as
 * null.
 */
export async function* eventFrames(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<EventFrame | null, undefined> {
  let fields = new Map<string, string>();
  for await (const line of lines(body)) {
    if (line === '') {
      const { id = '', event = 'message', data } = Object.fromEntries(fields);
      if (data !== undefined) yield { id, name: event, data };
      fields = new Map();
    } else if (line.startsWith(':')) {
      yield null;
    } else {
      const [name = '', ...value] = line.split(':');
      fields.set(name, value.join(':').replace(/^ /, ''));
    }
  }
  return undefined;
}

async function* lines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder();
  let rest: string[] = [];
  let length = 0;
  for await (const chunk of body) {
    const [first = '', ...more] = decoder.decode(chunk, { stream: true }).split('\n');
    rest.push(first);
    length += first.length;
    if (length > MAX_LINE_CHARACTERS) throw new Error('an event of the server is too long');
    for (const next of more) {
      yield rest.join('').replace(/\r$/, '');
      rest = [next];
      length = next.length;
    }
  }
  return undefined;
}
