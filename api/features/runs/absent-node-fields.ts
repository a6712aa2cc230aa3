/** Fields of models, checks and charts, as a node shows them that does not have them. */
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
};
