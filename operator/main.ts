import { KubeConfig } from '@kubernetes/client-node';
import { pino } from 'pino';
import { loadOperatorConfig } from './config.ts';
import { startOperator } from './operator.ts';

const config = loadOperatorConfig(process.env);
const logger = pino({
  level: config.logLevel,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (level) => ({ level }) },
});
if (config.unknownJobSettings.length > 0) {
  logger.warn(
    { fields: config.unknownJobSettings },
    'unknown fields of the job settings are ignored: remove them or upgrade the operator',
  );
}
const kubeConfig = new KubeConfig();
kubeConfig.loadFromDefault();

const shutdown = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    shutdown.abort();
  });
}
const signalled = new Promise<'signalled'>((resolve) => {
  shutdown.signal.addEventListener('abort', () => {
    resolve('signalled');
  });
});

try {
  const starting = startOperator(config, kubeConfig, { logger, signal: shutdown.signal });
  const operator = await Promise.race([signalled, starting]);
  if (operator === 'signalled') process.exit(0);
  const cause = await Promise.race([signalled, operator.lost]);
  logger.info(cause === 'signalled' ? 'stopping' : 'leader election lost');
  if (cause === 'signalled') await operator.stop();
  process.exit(cause === 'signalled' ? 0 : 1);
} catch (error) {
  logger.fatal({ err: error }, 'operator failed to start');
  process.exit(shutdown.signal.aborted ? 0 : 1);
}
