import type { Answer, ApiClient } from './api-client.ts';

/** A request and the expected answer. */
export type ContractCase = readonly [
  title: string,
  send: () => Promise<Answer>,
  status: number,
  /** Fields that the body must contain. */
  body?: unknown,
];

/** Defines one test per case. */
export function testCases(cases: readonly ContractCase[]): void {
  for (const [title, send, status, body] of cases) {
    it(title, async () => {
      const answer = await send();
      expect({ status: answer.status, body: answer.body as unknown }).toMatchObject(
        body === undefined ? { status } : { status, body },
      );
    });
  }
}

/** Matches the body of an error by its sentence. */
export function saying(text: RegExp): object {
  return { detail: expect.stringMatching(text) as string };
}

/** Matches the body of a 422 with one issue, for example `issue('query.limit', 'less_than_equal')`. */
export function issue(place: string, type: string): object {
  const loc = place.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
  return { detail: [{ loc, msg: expect.any(String) as string, type }] };
}

/** Returns the id of the created object. */
export async function idOf(sent: Promise<Answer>): Promise<string> {
  const { status, body } = await sent;
  expect({ status, body: body as unknown }).toMatchObject({ status: 201 });
  return (body as { id: string }).id;
}

export function saveFlow(app: ApiClient, graph: object, more: object = {}): Promise<string> {
  return idOf(app.call('POST', '/api/flows', { name: 'Flow', graph_json: graph, ...more }));
}
