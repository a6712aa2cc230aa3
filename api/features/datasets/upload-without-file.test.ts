import { startTestApp, type Answer, type TestApp } from '../../../test/support/app.ts';

const CSV = 'id,name\n1,Ann\n';
/** The beginning of a form, up to the middle of its file. */
const CUT =
  '--b\r\nContent-Disposition: form-data; name="file"; filename="early.csv"\r\n\r\na,b\n1,2\n';
const UPLOAD = '/api/datasets/upload';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function names(): Promise<string[]> {
  const { body } = await app.call('GET', '/api/datasets?include_deleted=true');
  return (body as { name: string }[]).map(({ name }) => name);
}

describe('a body without a file', () => {
  const issue = (type: string): unknown => ({
    detail: [{ loc: ['body', 'file'], msg: expect.any(String) as string, type }],
  });

  it('is 422 when it is not multipart', async () => {
    const { status, body } = await app.call('POST', UPLOAD, { file: CSV });
    expect(status).toBe(422);
    expect(body).toEqual(issue('missing'));
  });

  it('is 422 when there is no body', async () => {
    const { status, body } = await app.call('POST', UPLOAD);
    expect(status).toBe(422);
    expect(body).toEqual(issue('missing'));
  });

  it('is 422 when the file is another field', async () => {
    const { status, body } = await form((data) => {
      data.append('other', new Blob([CSV]), 'a.csv');
    });
    expect(status).toBe(422);
    expect(body).toEqual(issue('missing'));
  });

  it('is 422 when the file is a text', async () => {
    const { status, body } = await form((data) => {
      data.append('file', CSV);
    });
    expect(status).toBe(422);
    expect(body).toEqual(issue('value_error'));
  });

  it.each([
    ['without boundary', 'multipart/form-data', 'x'],
    ['that ends early', 'multipart/form-data; boundary=b', CUT],
    [
      'whose part headers are broken, each of them',
      'multipart/form-data; boundary=b',
      '--b\r\nno colon\r\n\r\nx\r\n--b\r\nnor here\r\n\r\ny\r\n--b--\r\n',
    ],
  ])('is 400 when it is multipart %s', async (_what, type, content) => {
    const before = await names();
    const { status, body } = await app.call('POST', UPLOAD, content, { 'Content-Type': type });
    expect(status).toBe(400);
    expect(body.detail).toMatch('multipart');
    expect(await names()).toEqual(before);
  });

  async function form(fill: (data: FormData) => void): Promise<Pick<Answer, 'status' | 'body'>> {
    const data = new FormData();
    fill(data);
    const response = await fetch(app.url + UPLOAD, { method: 'POST', body: data });
    return { status: response.status, body: await response.json() };
  }
});
