import { listHeaders } from './list-headers.ts';

describe('listHeaders', () => {
  it('links to the neighbouring pages and keeps the other parameters', () => {
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

  it('keeps a parameter whose value has a question mark', () => {
    const { Link } = listHeaders(1, { url: '/api/runs?q=a?b&status=failed', limit: 1, offset: 0 });
    expect(Link).toContain('</api/runs?q=a%3Fb&status=failed&limit=1&offset=0>; rel="first"');
  });

  it('links only to the first and last page of an empty list', () => {
    const { Link } = listHeaders(0, { url: '/api/runs', limit: 100, offset: 0 });
    expect(Link).toBe(
      '</api/runs?limit=100&offset=0>; rel="first", </api/runs?limit=100&offset=0>; rel="last"',
    );
  });

  it('returns only the total for a list without a limit', () => {
    expect(listHeaders(3)).toEqual({ 'X-Total-Count': '3' });
  });
});
