import { KubernetesSchedules } from '../../execution/executors/kubernetes/kubernetes-schedules.ts';
import type { Platform } from '../../platform.ts';
import type { ScheduleMirror } from '../../execution/schedules/schedule-mirror.ts';

/** Opens the mirror of schedules in the cluster; null: there is no cluster. */
export function openScheduleMirror(platform: Platform): ScheduleMirror | null {
  const { cluster, config, database, settings, logger } = platform;
  if (cluster === null) return null;
  const maxResources = { cpu: config.maxRunCpu, memory: config.maxRunMemory };
  return new KubernetesSchedules({ cluster, database, settings, maxResources, logger });
}
