import { WARM_UP_GRAPH } from '../../../runner/domain/warm-up-flow.ts';
import { nodeOfType } from '../../../runner/nodes/index.ts';
import { scriptHost } from '../../runner-command.ts';
import type { Platform } from '../../platform.ts';
import type { Feature } from '../feature.ts';
import { createInputStore } from '../../domain/runs/input-store.ts';
import { connectionFinder } from '../../domain/connections/connection-finder.ts';
import { createRunStore } from '../../domain/runs/store.ts';
import { validationRoutes } from './routes.ts';
import { FlowValidator } from '../../domain/graphs/flow-validator.ts';

/** Validates flows, saved or not, without running them. */
export function createValidationFeature({ config, database, settings, now }: Platform): Feature {
  const validator = new FlowValidator({
    flows: createRunStore(database),
    inputs: createInputStore(database),
    findConnections: connectionFinder(database),
    settings,
    lookup: nodeOfType,
    now,
    maxNewColumns: config.maxNewColumns,
    scripts: scriptHost(config),
  });
  return {
    routes: validationRoutes(validator),
    warmUp: async () => {
      await validator.validate(WARM_UP_GRAPH, {});
    },
  };
}
