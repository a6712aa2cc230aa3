/** What the image of a runner may need beside the runner itself, to execute the scripts of a flow. */
export const RUNNER_RUNTIMES = ['python'] as const;
export type RunnerRuntime = (typeof RUNNER_RUNTIMES)[number];
