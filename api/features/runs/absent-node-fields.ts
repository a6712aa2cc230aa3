/** The fields of models, checks, charts, the cache and databases in the results of nodes without them. */
export const ABSENT_NODE_FIELDS = {
  ml_metrics: null,
  mlflow_run_id: null,
  model_uri: null,
  task_type: null,
  cv_scores: null,
  assertion_passed: null,
  assertion_violation_count: null,
  assertion_violating_sample: null,
  chart: null,
  cached: false,
  pushed_down: false,
  statement: null,
  object_path: null,
  object_version: null,
  object_options: null,
  object_misread_columns: [],
};
