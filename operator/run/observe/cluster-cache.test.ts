import {
  respondWithStatus,
  startKubeServer,
  type KubeServer,
} from '../../../test/support/kube-server.ts';
import { until } from '../../../test/support/until.ts';
import { ClusterCache } from './cluster-cache.ts';

describe('the view of a cluster whose Events cannot be read', () => {
  let server: KubeServer;
  let mayReadEvents: boolean;
  let late: number;
  let view: ClusterCache;

  beforeEach(async () => {
    mayReadEvents = false;
    late = 0;
    server = await startKubeServer(({ pathname, searchParams }, response) => {
      if (pathname.endsWith('/events') && !mayReadEvents)
        respondWithStatus(response, 403, 'Forbidden');
      else if (searchParams.has('sendInitialEvents')) respondWithStatus(response, 422, 'Invalid');
      else if (searchParams.has('watch')) response.writeHead(200).flushHeaders();
      else response.end(JSON.stringify({ metadata: { resourceVersion: '1' }, items: [] }));
    });
    view = new ClusterCache({
      api: server.api,
      namespace: 'n',
      onChange: () => undefined,
      onUnreadable: () => undefined,
      onEventsLate: () => (late += 1),
      eventsTimeoutMs: 20,
    });
  });

  afterEach(async () => {
    await view.stop();
    await server.stop();
  });

  it('is complete without them, and reports once that refusals are not known', async () => {
    await view.start();
    expect(late).toBe(1);
    expect(view.isCurrent()).toBe(true);
    expect(view.knowsPodRejections()).toBe(false);
  });

  it('knows refusals as soon as Events can be read', async () => {
    await view.start();
    mayReadEvents = true;
    await until(() => view.knowsPodRejections());
    expect(late).toBe(1);
  });
});
