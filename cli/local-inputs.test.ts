import { readLocalInputs } from './local-inputs.ts';
import { inWorkspace } from './in-workspace.ts';

const GRAPH = {
  nodes: [{ id: 'in', type: 'fileInput', position: { x: 0, y: 0 }, data: { config: {} } }],
  edges: [],
};

it('names the folder of the copy, not the input, when the copy cannot be written', async () => {
  const full = Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' });
  const reading = inWorkspace((runtime) =>
    readLocalInputs(
      GRAPH as never,
      { input: [`in=${import.meta.dirname}/../package.json`] },
      { ...runtime, store: { put: () => Promise.reject(full) } as never },
    ),
  );
  await expect(reading).rejects.toThrow(/package\.json cannot be copied to .*: the disk is full\./);
});
