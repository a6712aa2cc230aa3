import { ENGINES } from '../../../runner/domain/engine.ts';
import { writeLargeFiles } from '../large-files.ts';
import { requestRival, type RequestCase } from './request-cases.ts';
import type { OpenRival } from './rival.ts';

/** The flows of the benchmark `large-files` on each engine. */
export async function largeFilesCases(scratch: string): Promise<OpenRival> {
  const flows = await writeLargeFiles(scratch);
  return requestRival(async (service) => {
    const cases: RequestCase[] = [];
    const uploaded = new Map<string, string>();
    for (const { name, files, graph } of flows) {
      const ids: string[] = [];
      for (const file of files) {
        const id = uploaded.get(file) ?? (await service.upload(file));
        uploaded.set(file, id);
        ids.push(id);
      }
      const flow = await service.createFlow(graph(ids, 'csv'));
      for (const engine of ENGINES) {
        cases.push({ name: `${name}, on ${engine}`, work: () => service.run(flow, engine) });
      }
    }
    return cases;
  });
}
