import { ISOLATION_LEVELS } from '../../runner/scripts/isolation.ts';
import { DEFAULT_MAX_NEW_COLUMNS } from '../../runner/graph/new-columns.ts';
import { choice, integer, required } from './config-option.ts';

/** What the nodes of a flow may use. */
export const FLOW_OPTIONS = {
  scriptMaxSeconds: required({
    env: 'SERVICE_SCRIPT_MAX_SECONDS',
    description: 'How long a script of a flow may run, in seconds.',
    fallback: '600',
    schema: integer(1, 86_400),
  }),
  scriptMaxMemoryMb: required({
    env: 'SERVICE_SCRIPT_MAX_MEMORY_MB',
    description: 'How much memory a script of a flow may use, in MiB. Linux only.',
    fallback: '2048',
    schema: integer(64, 1_048_576),
  }),
  scriptMinIsolation: required({
    env: 'SERVICE_SCRIPT_MIN_ISOLATION',
    description:
      'The least isolation with which a script of a flow is executed: full, no network, no files of others and no other processes; partial, some of it; flags-only, any.',
    fallback: 'flags-only',
    schema: choice(ISOLATION_LEVELS),
  }),
  maxNewColumns: required({
    env: 'SERVICE_MAX_NEW_COLUMNS',
    description:
      'How many columns one node of a flow may add to those of its inputs, such as the parts of a text or the heads of a pivot.',
    fallback: String(DEFAULT_MAX_NEW_COLUMNS),
    schema: integer(1, 1_000_000),
  }),
} as const;
