/**
 * The box that a terminal shows when the service is ready: its URLs and one command to try. A service that
 * listens on all addresses is shown as localhost, which works for the user of a container too.
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
