import { randomUUID } from 'node:crypto';
import { Option, type Command } from 'commander';
import { ENGINES, type Engine } from '../../runner/domain/engine.ts';
import type { JsonObject } from '../../runner/domain/json.ts';
import { nodeLines } from '../node-lines.ts';
import { parameterOption, parameterValues } from '../pairs.ts';
import { plainText } from '../plain-text.ts';
import { ProgressLine } from '../progress-line.ts';
import type { ApiClient, JsonAnswer } from '../server/api-client.ts';
import { apiClient, serverCommand, type ServerCommandOptions } from '../server/command.ts';
import { findFlow } from '../server/find-by-name.ts';
import { withLostAnswerAdvice } from '../server/server-error.ts';
import { supportsHeader } from '../server/supports-header.ts';
import { detachOnExit, waitForRun, type Awaited, type Run } from '../server/wait-for-run.ts';

const KEY = 'idempotency-key';

interface Options extends ServerCommandOptions {
  readonly param: readonly string[];
  readonly engine?: Engine;
  readonly wait: boolean;
}

/** `millrace start FLOW`: runs a flow on a server; exits with 1 when the run fails or is cancelled. */
export function startCommand(): Command {
  return serverCommand('start', {
    description: 'Run a flow on a server and wait until the run has finished',
    json: 'print the run as in the API',
    example: 'millrace start "Wet days" --param min_rain=5 --engine pandas',
  })
    .argument('<flow>', 'id or unique name of a flow')
    .addOption(parameterOption('a parameter of the flow'))
    .addOption(
      new Option('--engine <engine>', "default: the flow's own, else the server's").choices(
        ENGINES,
      ),
    )
    .option(
      '--no-wait',
      'print the id of the run without waiting; by default exit with 1 when the run fails',
    )
    .action(start);
}

async function start(given: string, options: Options): Promise<void> {
  const parameters = parameterValues(options.param);
  const api = apiClient(options);
  const flow = await findFlow(api, given);
  const launch = (): Promise<JsonAnswer<Run>> =>
    launchRun(api, flow.id, { parameters, ...options });
  if (!options.wait) {
    const { data, text } = await launch();
    console.log(options.json ? text : data.id);
    return;
  }
  const awaited: Awaited = { run: null };
  const line = new ProgressLine();
  const ended = await detachOnExit(awaited, line, async () => {
    const { data } = await launch();
    awaited.run = data;
    if (!options.json) console.log(`run ${data.id} of "${plainText(flow.name)}"`);
    return await waitForRun(api, data, line);
  });
  if (options.json) console.log(ended.text);
  else printRun(ended.data);
  if (ended.data.status !== 'success') process.exitCode = 1;
}

async function launchRun(
  api: ApiClient,
  flow_id: string,
  { parameters, engine }: { readonly parameters: JsonObject; readonly engine?: Engine },
): Promise<JsonAnswer<Run>> {
  const advice = `The run may have been started. See: millrace runs --flow ${flow_id}`;
  const call = {
    path: { flow_id },
    body: { parameters, ...(engine === undefined ? {} : { engine }) },
    // With the key, a retry returns the run that an earlier request may have started.
    headers: { Prefer: 'respond-async', [KEY]: randomUUID() },
  };
  const mayRepeat = (): Promise<boolean> => supportsHeader(api, 'createRun', KEY);
  return await withLostAnswerAdvice(advice, () => api.call('createRun', call, { mayRepeat }));
}

function printRun(run: Run): void {
  for (const line of nodeLines(run.node_results ?? [])) console.log(line);
  for (const { node_id, format, rows } of run.outputs) {
    const name = plainText(node_id);
    console.log(`${name}: ${format}, ${rows} rows. Fetch it: millrace download ${run.id} ${name}`);
  }
  const message = run.error_message === null ? '' : `: ${plainText(run.error_message)}`;
  if (run.status !== 'success') console.error(`The run ${STATE[run.status]}${message}`);
}

const STATE: Readonly<Record<Run['status'], string>> = {
  pending: 'is pending',
  running: 'is running',
  success: 'succeeded',
  failed: 'failed',
  cancelled: 'was cancelled',
};
