import type { ScriptSettings } from './script-settings.ts';

/** Where the scripts of flows are executed. */
export type ScriptHost =
  | { readonly kind: 'machine'; readonly settings: ScriptSettings }
  /** The pods of runs. `hasPython`: runs that need Python get an image with it. */
  | { readonly kind: 'cluster'; readonly hasPython: boolean };

/** Why no script of Python runs in a cluster, and what helps. */
export const NO_PYTHON_IN_CLUSTER =
  "The runs of this cluster have no image with Python. Set the chart's value runner.python.enabled=true, or use JavaScript.";
