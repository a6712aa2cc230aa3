import type { ProjectChange, ProjectRecord } from '../../domain/projects/store.ts';
import { recordTimestamp } from '../../http/responses/record-timestamp.ts';
import type { ProjectRead, ProjectUpdate } from './schemas.ts';

export function toChange({
  name,
  description,
  color,
  is_disabled: isDisabled,
}: ProjectUpdate): ProjectChange {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(color === undefined ? {} : { color }),
    ...(isDisabled === undefined ? {} : { isDisabled }),
  };
}

export function toProjectRead(project: ProjectRecord): ProjectRead {
  return {
    id: project.id,
    name: project.name,
    description: project.description,
    color: project.color,
    is_default: project.isDefault,
    is_disabled: project.isDisabled,
    dataset_count: project.datasetCount,
    flow_count: project.flowCount,
    created_at: recordTimestamp(project.createdAt),
    updated_at: recordTimestamp(project.updatedAt),
  };
}
