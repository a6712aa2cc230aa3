/**
 * What a person at a terminal sees when the service is ready: where it is, and one command to try.
 * A service on every address is named as its own machine calls it, and that of a container's user too.
 */
export function readyBanner(service: { readonly url: string; readonly hasToken: boolean }): string {
  const { hasToken } = service;
  const url = service.url.replace(/^(http:\/\/)(?:0\.0\.0\.0|\[::\]):/, '$1localhost:');
  const token = hasToken ? '-H "Authorization: Bearer $SERVICE_API_TOKEN" ' : '';
  const lines = [
    'Millrace is ready. Ctrl-C stops it.',
    '',
    `page  ${url}`,
    `docs  ${url}/docs`,
    `try   curl ${token}${url}/api/flows`,
  ];
  const width = Math.max(...lines.map(({ length }) => length));
  const edge = '─'.repeat(width + 4);
  const rows = lines.map((line) => `│  ${line.padEnd(width)}  │`);
  return ['', `┌${edge}┐`, ...rows, `└${edge}┘`, '', ''].join('\n');
}
