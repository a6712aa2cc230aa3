export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, otherwise the text. */
  // Tests assert the fields of every kind of body.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  readonly body: any;
}

export interface ApiClient {
  readonly url: string;
  /** Sends a request with a JSON body, and parses the answer's body when it is JSON. */
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Uploads one file as multipart form data. */
  upload(path: string, name: string, content: string | Uint8Array): Promise<Answer>;
}

type Send = (url: string, request: RequestInit) => Promise<Response>;

/** @param send makes the requests */
export function apiClient(url: string, send: Send = fetch): ApiClient {
  const answer = async (path: string, request: RequestInit): Promise<Answer> =>
    await read(await send(url + path, request));
  return {
    url,
    call(method, at, body, headers = {}) {
      const isText = typeof body === 'string';
      const json = body === undefined ? {} : { 'Content-Type': 'application/json' };
      return answer(at, {
        method,
        headers: { ...json, ...headers },
        ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
      });
    },
    upload(at, name, content) {
      const form = new FormData();
      form.append('file', new Blob([content]), name);
      return answer(at, { method: 'POST', body: form });
    },
  };
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== '' ? (JSON.parse(text) as unknown) : text,
  };
}
