/** Whether connections may not reach addresses of private networks. @param env usually `process.env` */
export function blocksPrivateHosts(env: Readonly<Record<string, string | undefined>>): boolean {
  return env.SERVICE_CONNECTOR_BLOCK_PRIVATE_HOSTS === 'true';
}
