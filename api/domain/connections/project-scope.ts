/** The projects whose flows may use a connection, by id; null: all projects. An empty list: none. */
export type ProjectScope = readonly string[] | null;

/** Whether flows of a project may use a connection. */
export function allowsProject(scope: ProjectScope, projectId: string): boolean {
  return scope === null || scope.includes(projectId);
}

/** Why a node cannot use a connection that the project of its flow may not use. */
export function outOfScope(connectionName: string, projectName: string): string {
  return `"connection_id" names the connection "${connectionName}", which flows of the project "${projectName}" may not use. Choose another connection, or add the project to the project_ids of this one.`;
}
