import { customResourceDefinition, type PrinterColumn } from './custom-resource-definition.ts';
import { MAX_RUN_NAME_LENGTH, runSpecSchema, runStatusSchema } from './run.ts';

export function runDefinition(): object {
  return customResourceDefinition({
    kind: 'Run',
    plural: 'runs',
    shortName: 'mrun',
    description: 'One execution of a flow.',
    maxNameLength: MAX_RUN_NAME_LENGTH,
    spec: runSpecSchema,
    status: runStatusSchema,
    columns: columns(),
    selectable: ['.spec.flowId', '.spec.trigger', '.status.phase'],
  });
}

function columns(): readonly PrinterColumn[] {
  const summary = '.status.conditions[?(@.type=="Succeeded")]';
  return [
    { name: 'State', type: 'string', jsonPath: '.status.phase' },
    { name: 'Reason', type: 'string', jsonPath: `${summary}.reason` },
    { name: 'Attempt', type: 'integer', jsonPath: '.status.attempt' },
    { name: 'Start', type: 'date', jsonPath: '.status.startedAt' },
    { name: 'Finish', type: 'date', jsonPath: '.status.finishedAt' },
    { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
    { name: 'Flow', type: 'string', jsonPath: '.spec.flowId', priority: 1 },
    { name: 'Engine', type: 'string', jsonPath: '.spec.engine', priority: 1 },
    { name: 'Message', type: 'string', jsonPath: `${summary}.message`, priority: 1 },
  ];
}
