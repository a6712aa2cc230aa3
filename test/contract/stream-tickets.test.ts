import { openEvents } from '../support/event-source.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { StreamTickets, TICKET_VALID_MS } from '../../api/http/auth/stream-tickets.ts';

const TOKEN = 'tok123';
const AUTHORIZATION = { Authorization: `Bearer ${TOKEN}` };

let app: TestApp;
let runId: string;
let ticket: string;

beforeAll(async () => {
  app = await startTestApp({ SERVICE_API_TOKEN: TOKEN });
  const form = new FormData();
  form.append('file', new Blob(['n\n1\n']), 'n.csv');
  const uploaded = await fetch(`${app.url}/api/datasets/upload`, {
    method: 'POST',
    body: form,
    headers: AUTHORIZATION,
  });
  const { id: dataset_id } = (await uploaded.json()) as { id: string };
  const graph_json = {
    nodes: [
      { id: 'in', type: 'fileInput', data: { config: { dataset_id, format: 'csv' } } },
      { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
    ],
    edges: [{ source: 'in', target: 'out' }],
  };
  const flow = await post('/api/flows', { name: 'F', graph_json });
  runId = (await post(`/api/flows/${flow.id}/runs`, {})).id;
  ticket = (await post('/api/stream-tickets', { run_id: runId })).ticket;
});

afterAll(() => app.close());

async function post(path: string, body: object): Promise<{ id: string; ticket: string }> {
  const answer = await app.call('POST', path, body, AUTHORIZATION);
  expect(answer.status).toBe(201);
  return answer.body as { id: string; ticket: string };
}

/** As an EventSource asks: without a header of its own. */
const statusOf = async (path: string): Promise<number> => (await app.call('GET', path)).status;

describe('a stream ticket', () => {
  it('lets an EventSource, which sends no headers, follow the events and the log of its run', async () => {
    const events = await openEvents(`${app.url}/api/runs/${runId}/events?ticket=${ticket}`);
    expect((await events.rest()).at(-1)).toMatchObject({ name: 'run_ended' });
    const log = await openEvents(`${app.url}/api/runs/${runId}/logs/stream?ticket=${ticket}`);
    expect((await log.rest()).at(-1)).toMatchObject({ name: 'done', data: { run_id: runId } });
  });

  it('opens nothing else', async () => {
    expect(await statusOf(`/api/runs/${runId}?ticket=${ticket}`)).toBe(401);
    expect(await statusOf(`/api/runs/other/events?ticket=${ticket}`)).toBe(401);
    expect(await statusOf(`/api/projects?ticket=${ticket}`)).toBe(401);
    expect(await statusOf(`/api/runs/${runId}/events/?ticket=${ticket}`)).toBe(401);
    const posted = await app.call('POST', `/api/runs/${runId}/events?ticket=${ticket}`);
    expect(posted.status).toBe(401);
  });

  it('is required and verified', async () => {
    const path = `/api/runs/${runId}/events`;
    const changed = `${String(Number(ticket[0]) ^ 1)}${ticket.slice(1)}`;
    for (const query of ['', '?ticket=', `?ticket=${changed}`, `?ticket=${ticket}x`]) {
      expect([query, await statusOf(path + query)]).toEqual([query, 401]);
    }
  });

  it('is issued only for the API token', async () => {
    const answer = await app.call('POST', '/api/stream-tickets', { run_id: runId });
    expect(answer.status).toBe(401);
  });

  it('appears in no log line', async () => {
    expect(JSON.stringify(await app.readLogs())).not.toContain(ticket);
  });

  it('is accepted by every server with the same API token, for a minute', () => {
    let time = Date.UTC(2026, 10, 21);
    const now = (): Date => new Date(time);
    const issued = new StreamTickets(TOKEN, now).issue('r');
    const other = new StreamTickets(TOKEN, now);
    time += TICKET_VALID_MS - 1;
    expect(other.accepts(issued.ticket, 'r')).toBe(true);
    expect(new StreamTickets('another', now).accepts(issued.ticket, 'r')).toBe(false);
    time += 1;
    expect(other.accepts(issued.ticket, 'r')).toBe(false);
  });
});
