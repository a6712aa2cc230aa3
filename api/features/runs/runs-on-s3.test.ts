import { requireBucket } from '../../../test/support/s3-server.ts';
import { startTestService, type TestService } from '../../../test/support/service.ts';
import type { RunRead } from './schemas.ts';

const s3 = await requireBucket();

describe('the service on an S3 server', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({
      SERVICE_OBJECT_STORE: `s3://${s3.bucket}/runs`,
      SERVICE_S3_ENDPOINT: s3.options.endpoint ?? '',
      SERVICE_S3_REGION: s3.options.region ?? '',
      SERVICE_S3_ACCESS_KEY_ID: s3.options.accessKeyId ?? '',
      SERVICE_S3_SECRET_ACCESS_KEY: s3.options.secretAccessKey ?? '',
    });
  });

  afterAll(async () => {
    await service.stop();
  });

  it.each(['polars', 'pandas'])('uploads, runs on %s and downloads', async (engine) => {
    const form = new FormData();
    form.set('file', new Blob(['id,name\n1,d\n2,a\n']), 'orders.csv');
    const uploaded = await service.call('POST', '/api/datasets/upload', form);
    expect(uploaded.status).toBe(201);
    const dataset_id = (uploaded.json as { id: string }).id;
    const nodes = [
      { id: 'in', type: 'fileInput', data: { config: { dataset_id, format: 'csv' } } },
      { id: 'sort', type: 'sortRows', data: { config: { columns: ['name'] } } },
      {
        id: 'out',
        type: 'fileOutput',
        data: { config: { format: 'csv', dataset_name: 'Sorted' } },
      },
    ];
    const edges = [
      { source: 'in', target: 'sort' },
      { source: 'sort', target: 'out' },
    ];
    const saved = await service.call('POST', '/api/flows', {
      name: 'Flow',
      graph_json: { nodes, edges },
    });
    const flow = (saved.json as { id: string }).id;
    const run = (await service.call('POST', `/api/flows/${flow}/runs`, { engine })).json as RunRead;
    expect(run.error_message).toBeNull();
    const file = await service.call('GET', `/api/runs/${run.id}/output?node_id=out`);
    expect(file.text).toBe('id,name\n2,a\n1,d\n');
  });
});
