import { listHeaders } from './list-headers.ts';

describe('the headers of a page', () => {
  it('link to its neighbours and keep the other parameters', () => {
    const headers = listHeaders(25, {
      url: '/api/runs?status=failed&limit=10&offset=10',
      limit: 10,
      offset: 10,
    });
    expect(headers['X-Total-Count']).toBe('25');
    expect(headers.Link?.split(', ')).toEqual([
      '</api/runs?status=failed&limit=10&offset=0>; rel="first"',
      '</api/runs?status=failed&limit=10&offset=0>; rel="prev"',
      '</api/runs?status=failed&limit=10&offset=20>; rel="next"',
      '</api/runs?status=failed&limit=10&offset=20>; rel="last"',
    ]);
  });

  it('of an empty list link nowhere else', () => {
    const { Link } = listHeaders(0, { url: '/api/runs', limit: 100, offset: 0 });
    expect(Link).toBe(
      '</api/runs?limit=100&offset=0>; rel="first", </api/runs?limit=100&offset=0>; rel="last"',
    );
  });

  it('of a list without pages are the total alone', () => {
    expect(listHeaders(3)).toEqual({ 'X-Total-Count': '3' });
  });
});
