import { customResourceDefinition, type PrinterColumn } from './custom-resource-definition.ts';
import { MAX_SCHEDULE_NAME_LENGTH, scheduleSpecSchema, scheduleStatusSchema } from './schedule.ts';

export function scheduleDefinition(): object {
  return customResourceDefinition({
    kind: 'Schedule',
    plural: 'schedules',
    shortName: 'msched',
    description: 'Times at which a flow is run, kept by a CronJob.',
    maxNameLength: MAX_SCHEDULE_NAME_LENGTH,
    spec: scheduleSpecSchema,
    status: scheduleStatusSchema,
    columns: columns(),
    selectable: ['.spec.flowId'],
  });
}

function columns(): readonly PrinterColumn[] {
  const ready = '.status.conditions[?(@.type=="Ready")]';
  return [
    { name: 'Cron', type: 'string', jsonPath: '.spec.cron' },
    { name: 'Zone', type: 'string', jsonPath: '.spec.timeZone' },
    { name: 'Suspend', type: 'boolean', jsonPath: '.spec.suspend' },
    { name: 'Ready', type: 'string', jsonPath: `${ready}.status` },
    { name: 'Last', type: 'date', jsonPath: '.status.lastScheduledAt' },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
    { name: 'Flow', type: 'string', jsonPath: '.spec.flowId', priority: 1 },
    { name: 'Waiting', type: 'string', jsonPath: '.status.waiting[*].scheduledFor', priority: 1 },
    { name: 'Message', type: 'string', jsonPath: `${ready}.message`, priority: 1 },
  ];
}
