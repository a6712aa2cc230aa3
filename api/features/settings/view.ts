import { environmentVariable } from '../../domain/settings/definitions.ts';
import type { SettingState } from '../../domain/settings/service.ts';
import type { SettingRead } from './schemas.ts';

export function toSettingRead(state: SettingState): SettingRead {
  const { definition, value, source, defaultValue, envValue } = state;
  return {
    key: definition.key,
    label: definition.label,
    description: definition.description,
    env_var: environmentVariable(definition),
    category: definition.category,
    value_type: definition.type,
    choices: definition.type === 'select' ? [...definition.choices] : null,
    min_value: definition.type === 'integer' ? definition.min : null,
    max_value: definition.type === 'integer' ? definition.max : null,
    restart_required: definition.restartRequired ?? false,
    value,
    source,
    default_value: defaultValue,
    env_value: envValue,
  };
}
