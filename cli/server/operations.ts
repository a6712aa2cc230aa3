import type { operations, paths } from '../../client/index.d.ts';

type PathName = keyof paths;

/** `GET /api/…`: where an operation of the API is, as its OpenAPI document says. */
type RouteOf<Id extends keyof operations> = {
  [Path in PathName]: paths[Path] extends { get: operations[Id] }
    ? `GET ${Path}`
    : paths[Path] extends { post: operations[Id] }
      ? `POST ${Path}`
      : never;
}[PathName];

/** The operations that the command line uses. One that the API does not have fails to compile. */
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

/** What a caller gives to an operation. */
export type Call<Id extends OperationId> = Pick<operations[Id]['parameters'], 'path' | 'query'> & {
  readonly body?: BodyOf<operations[Id]>;
  readonly headers?: Readonly<Record<string, string>>;
};

/** The request headers that an operation takes, as its OpenAPI document names them: in small letters. */
export type HeaderOf<Id extends OperationId> = keyof NonNullable<
  operations[Id]['parameters']['header']
>;

/** The fields of an upload's form besides the file, as texts. */
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

/** The JSON that an operation answers when it succeeds. */
export type AnswerOf<Id extends OperationId> = JsonOf<
  operations[Id]['responses'][keyof operations[Id]['responses'] & (200 | 201 | 202)]
>;

type BodyOf<Operation> = Operation extends { requestBody?: infer Body } ? JsonOf<Body> : never;

type JsonOf<Answer> = Answer extends { content: { 'application/json': infer Body } } ? Body : never;
