import { KubernetesSchedules } from '../../execution/executors/kubernetes/kubernetes-schedules.ts';
import type { Platform } from '../../platform.ts';
import type { ScheduleMirror } from '../../execution/schedules/schedule-mirror.ts';

/** Where runs execute in a cluster, schedules are there too; null: they are here alone. */
export function openScheduleMirror(platform: Platform): ScheduleMirror | null {
  const { cluster, config, database, settings, logger } = platform;
  if (cluster === null) return null;
  const mostResources = { cpu: config.maxRunCpu, memory: config.maxRunMemory };
  return new KubernetesSchedules({ cluster, database, settings, mostResources, logger });
}
