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
    'fields of the settings of Jobs are ignored: this version of the operator does not know them',
  );
}
const kubeConfig = new KubeConfig();
kubeConfig.loadFromDefault();

const asked = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    asked.abort();
  });
}
const told = new Promise<'told'>((resolve) => {
  asked.signal.addEventListener('abort', () => {
    resolve('told');
  });
});

try {
  const starting = startOperator(config, kubeConfig, { logger, signal: asked.signal });
  const operator = await Promise.race([told, starting]);
  if (operator === 'told') process.exit(0);
  const end = await Promise.race([told, operator.lost]);
  logger.info(end === 'told' ? 'stopping' : 'leadership lost');
  if (end === 'told') await operator.stop();
  process.exit(end === 'told' ? 0 : 1);
} catch (error) {
  logger.fatal({ err: error }, 'cannot go on');
  process.exit(asked.signal.aborted ? 0 : 1);
}
