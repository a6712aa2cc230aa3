import { chain, input, limit, output, useRunService } from '../../../test/support/run-service.ts';
import type { RunRead } from './schemas.ts';

const runs = useRunService();
const { flowOf, simple, ran, halted, get } = runs;

describe('the log stream', () => {
  it('sends the entries of a finished run, then done', async () => {
    const run = await ran(await simple());
    const answer = await runs.service.call('GET', `/api/runs/${run.id}/logs/stream`);
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('x-accel-buffering')).toBe('no');
    const frames = answer.text.split('\n\n');
    expect(
      frames.slice(0, 2).map((frame) => JSON.parse(frame.replace('data: ', '')) as unknown),
    ).toEqual(run.logs);
    expect(frames.slice(2)).toEqual([
      `event: done\ndata: {"status":"success","run_id":"${run.id}"}`,
      '',
    ]);
  });

  it('keeps the connection alive until the run has finished', async () => {
    const { id } = await halted();
    const response = await fetch(`${runs.service.url}/api/runs/${id}/logs/stream`);
    let text = '';
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString();
      if (text === ': keepalive\n\n'.repeat(2))
        await runs.service.call('POST', `/api/runs/${id}/cancel`);
    }
    expect(text).toMatch(
      /^(: keepalive\n\n){2,}(data: \{"level":"info".*\n\n){2}event: done\ndata: \{"status":"cancelled".*\n\n$/,
    );
  });
});

describe('retry', () => {
  it('runs the stored graph with the stored parameters and engine', async () => {
    const parameters = [{ name: 'n', type: 'integer', default: 1 }];
    const flow = await flowOf(
      chain([input('in', runs.orders), limit('{{ n }}'), output()], { parameters }),
    );
    const first = await ran(flow, { engine: 'pandas', parameters: { n: 3 } });
    await runs.service.call('PUT', `/api/flows/${flow}`, {
      graph_json: chain(
        [input('in', runs.orders), { ...limit('{{ n }}'), id: 'other' }, output()],
        {
          parameters,
        },
      ),
    });
    const again = await runs.service.call('POST', `/api/runs/${first.id}/retry`);
    expect(again.status).toBe(201);
    const run = again.json as RunRead;
    expect(run.id).not.toBe(first.id);
    expect(run).toMatchObject({
      trigger: 'retry',
      engine: 'pandas',
      parameters: { n: 3 },
      status: 'success',
    });
    expect(run.node_results?.[1]).toMatchObject({ node_id: 'top', rows: 3 });
    const current = await runs.service.call('POST', `/api/runs/${first.id}/retry?graph=current`);
    expect((current.json as RunRead).node_results?.[1]).toMatchObject({
      node_id: 'other',
      rows: 3,
    });
    await runs.service.call('PUT', `/api/flows/${flow}`, { is_disabled: true });
    expect((await runs.service.call('POST', `/api/runs/${first.id}/retry`)).status).toBe(400);
  });
});

describe('drift', () => {
  it('shows how the results differ from the previous run', async () => {
    const parameters = [{ name: 'n', type: 'integer', default: 1 }];
    const flow = await flowOf(
      chain([input('in', runs.orders), limit('{{ n }}'), output()], { parameters }),
    );
    const first = await ran(flow);
    const second = await ran(flow, { parameters: { n: 3 } });
    expect((await get(first.id)).drift).toBeNull();
    expect((await get(second.id)).drift).toMatchObject({
      previous_run_id: first.id,
      previous_run_created_at: first.created_at,
      nodes: [
        {
          node_id: 'top',
          rows_before: 1,
          rows_after: 3,
          rows_delta: 2,
          columns_added: [],
          columns_removed: [],
        },
        { node_id: 'out' },
      ],
      nodes_added: [],
      nodes_removed: [],
    });
    const third = await ran(flow, { parameters: { n: 3 } });
    expect((await get(third.id)).drift).toBeNull();
  });

  it('finds the previous run even when both were created within one millisecond', async () => {
    const flow = await simple();
    const first = await ran(flow);
    const second = await ran(flow);
    const database = await runs.service.openDatabase();
    await database.$executeRaw`
      UPDATE runs SET created_at = '2026-11-22T10:00:00.000123Z' WHERE id = ${first.id}`;
    await database.$executeRaw`
      UPDATE runs SET created_at = '2026-11-22T10:00:00.000456Z' WHERE id = ${second.id}`;
    await database.$executeRaw`
      UPDATE node_results SET result_json = replace(result_json, '"rows":2', '"rows":1')
      WHERE run_id = ${first.id}`;
    expect((await get(second.id)).drift).toMatchObject({ previous_run_id: first.id });
    expect((await get(first.id)).drift).toBeNull();
  });
});
