import type { operations, paths } from '../../client/index.d.ts';

type PathName = keyof paths;

/** The method and path of an operation in the OpenAPI document, such as `GET /api/…`. */
type RouteOf<Id extends keyof operations> = {
  [Path in PathName]: paths[Path] extends { get: operations[Id] }
    ? `GET ${Path}`
    : paths[Path] extends { post: operations[Id] }
      ? `POST ${Path}`
      : never;
}[PathName];

/** Operations that the command line uses. An operation that the API lacks does not compile. */
export const ROUTES = {
  listProjects: 'GET /api/projects',
  uploadDataset: 'POST /api/datasets/upload',
  listFlows: 'GET /api/flows',
  createRun: 'POST /api/flows/{flow_id}/runs',
  listRuns: 'GET /api/runs',
  getRun: 'GET /api/runs/{run_id}',
  cancelRun: 'POST /api/runs/{run_id}/cancel',
  downloadRunOutput: 'GET /api/runs/{run_id}/output',
  streamRunEvents: 'GET /api/runs/{run_id}/events',
} as const satisfies { readonly [Id in keyof operations]?: RouteOf<Id> };

export type OperationId = keyof typeof ROUTES;

/** The input of an operation. */
export type Call<Id extends OperationId> = Pick<operations[Id]['parameters'], 'path' | 'query'> & {
  readonly body?: BodyOf<operations[Id]>;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Request headers of an operation, in lower case as in the OpenAPI document. */
export type HeaderOf<Id extends OperationId> = keyof NonNullable<
  operations[Id]['parameters']['header']
>;

/** Text fields of the upload form. */
export type UploadFields = Readonly<
  Partial<
    Record<
      Exclude<
        keyof operations['uploadDataset']['requestBody']['content']['multipart/form-data'],
        'file'
      >,
      string | undefined
    >
  >
>;

/** The JSON response of a successful operation. */
export type AnswerOf<Id extends OperationId> = JsonOf<
  operations[Id]['responses'][keyof operations[Id]['responses'] & (200 | 201 | 202)]
>;

type BodyOf<Operation> = Operation extends { requestBody?: infer Body } ? JsonOf<Body> : never;

type JsonOf<Answer> = Answer extends { content: { 'application/json': infer Body } } ? Body : never;
