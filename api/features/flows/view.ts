import type { FlowUpdateFields } from '../../domain/flows/service.ts';
import type { FlowRecord, ListedFlow } from '../../domain/flows/store.ts';
import { optionalTimestamp, recordTimestamp } from '../../http/responses/record-timestamp.ts';
import { objectText, StoredJson } from '../../http/responses/stored-json.ts';
import type { FlowRead, FlowUpdate } from './schemas.ts';

export function toFlowRead(flow: FlowRecord): FlowRead {
  return { ...recordOf(flow), graph_json: flow.graph };
}

/** The JSON of a flow, with the stored text of its graph. */
export function toFlowText(flow: ListedFlow): string {
  return objectText({
    ...recordOf(flow),
    graph_json: flow.graphText === null ? undefined : new StoredJson(flow.graphText),
  });
}

export function toUpdateFields(update: FlowUpdate): FlowUpdateFields {
  const { name, description, project_id: projectId, graph_json: graph } = update;
  const { is_disabled: isDisabled } = update;
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(projectId === undefined ? {} : { projectId }),
    ...(graph === undefined ? {} : { graph }),
    ...(isDisabled === undefined ? {} : { isDisabled }),
  };
}

function recordOf(flow: Omit<FlowRecord, 'graph'>): Omit<FlowRead, 'graph_json'> {
  return {
    id: flow.id,
    name: flow.name,
    description: flow.description,
    project_id: flow.projectId,
    is_disabled: flow.isDisabled,
    created_at: recordTimestamp(flow.createdAt),
    updated_at: recordTimestamp(flow.updatedAt),
    last_run_at: optionalTimestamp(flow.lastRunAt),
  };
}
