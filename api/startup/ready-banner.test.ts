import { readyBanner } from './ready-banner.ts';

describe('readyBanner', () => {
  it.each([
    ['http://127.0.0.1:8055', 'http://127.0.0.1:8055'],
    ['http://0.0.0.0:8055', 'http://localhost:8055'],
    ['http://[::]:8055', 'http://localhost:8055'],
    ['http://[::1]:8055', 'http://[::1]:8055'],
  ])('shows a service at %s as %s', (url, shown) => {
    const box = readyBanner({ url, hasToken: false });
    expect(box).toMatch(/page {2}(\S+)/);
    expect(/page {2}(\S+)/.exec(box)?.[1]).toBe(shown);
    expect(box).toContain(`curl ${shown}/api/flows`);
  });

  it('adds the token to the command when the service requires one', () => {
    const box = readyBanner({ url: 'http://127.0.0.1:8055', hasToken: true });
    expect(box).toContain('curl -H "Authorization: Bearer $SERVICE_API_TOKEN" http');
  });
});
