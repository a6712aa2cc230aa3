import {
  idRows,
  readService,
  sendJson,
  serviceFailure,
} from '../../../../test/support/rest-service.ts';
import type { JsonObject, JsonValue } from '../../../domain/json.ts';

describe('an answer that is a record with a list and a total of its own', () => {
  const ORDER = { number: 'A-7', content: [{ sku: 'x' }], total: 35, total_pages: 4 };

  it('is one row, and its total is a column that says nothing of pages', async () => {
    const { rows, warnings } = await readService({
      answer: (_url, response) => {
        sendJson(response, ORDER);
      },
    });
    expect(rows).toEqual([{ ...ORDER, content: '[{"sku":"x"}]' }]);
    expect(warnings).toEqual([]);
  });

  it('is one row on each of several pages', async () => {
    const { rows, warnings, requests } = await readService({
      answer: (url, response) => {
        const page = Number(url.searchParams.get('page'));
        if (page > 2) response.writeHead(404).end();
        else sendJson(response, { ...ORDER, number: page });
      },
      options: { page_param: 'page' },
    });
    expect(rows).toMatchObject([{ number: 1 }, { number: 2 }]);
    expect(warnings).toEqual([]);
    expect(requests).toHaveLength(3);
  });
});

describe('the list of Spring', () => {
  it.each<[string, JsonObject]>([
    ['totalElements', { totalElements: 3 }],
    ['a page with totalElements', { page: { size: 2, number: 0, totalElements: 3 } }],
  ])('is the records beside %s, on all pages', async (_sign, beside) => {
    const { rows, warnings, requests } = await readService({
      answer: (url, response) => {
        const page = Number(url.searchParams.get('page'));
        sendJson(response, { content: idRows(page * 2, Math.min(3, page * 2 + 2)), ...beside });
      },
      options: { page_param: 'page', start_page: 0, page_size: 2 },
    });
    expect(rows).toEqual(idRows(0, 3));
    expect(warnings).toEqual([]);
    expect(requests).toHaveLength(2);
  });
});

describe('the path $', () => {
  const options = { records_path: '$' };
  const read = async (body: JsonValue): ReturnType<typeof readService> =>
    await readService({
      answer: (_url, response) => {
        sendJson(response, body);
      },
      options,
    });

  it('makes one row of an answer that has a list', async () => {
    const { rows, warnings } = await read({ id: 1, items: [{ sku: 'x' }], total: 35 });
    expect(rows).toEqual([{ id: 1, items: '[{"sku":"x"}]', total: 35 }]);
    expect(warnings).toEqual([]);
  });

  it('takes the list that an answer is', async () => {
    const { rows } = await read(idRows(0, 2));
    expect(rows).toEqual(idRows(0, 2));
  });

  it('takes no object for a page after a list', async () => {
    const message = await serviceFailure({
      answer: (url, response) => {
        const isFirst = url.searchParams.get('page') === '1';
        sendJson(response, isFirst ? idRows(0, 2) : { notice: 'slow down' });
      },
      options: { ...options, page_param: 'page' },
    });
    expect(message).toContain('page 2, has no list of records, as the page before it has');
  });
});
