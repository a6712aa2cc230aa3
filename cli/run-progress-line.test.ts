import { ProgressLine } from './progress-line.ts';
import { RunProgressLine } from './run-progress-line.ts';

const CLEAR = '\r\u001B[2K';
const LABELS = new Map([
  ['in', 'Orders'],
  ['out', 'File\u001B[2J'],
]);

function progress(target: { isTTY?: boolean; columns?: number }): {
  readonly written: string[];
  readonly line: RunProgressLine;
} {
  const written: string[] = [];
  const line = new ProgressLine({ ...target, write: (text) => written.push(text) });
  return { written, line: new RunProgressLine(line, LABELS) };
}

function runAll(line: RunProgressLine): void {
  line.pending();
  line.nodeStarted('in');
  line.nodeFinished('in');
  line.nodeStarted('out');
  line.end();
}

describe('the progress of a run', () => {
  it('shows the number of finished nodes and the current node on one line of a terminal, then clears it', () => {
    const { written, line } = progress({ isTTY: true, columns: 80 });
    runAll(line);
    expect(written).toEqual([
      `${CLEAR}waiting for a runner`,
      `${CLEAR}running: 0 of 2 nodes done, now: Orders`,
      `${CLEAR}running: 1 of 2 nodes done`,
      `${CLEAR}running: 1 of 2 nodes done, now: File [2J`,
      CLEAR,
    ]);
  });

  it('never wraps a line', () => {
    const { written, line } = progress({ isTTY: true, columns: 12 });
    line.nodeStarted('in');
    expect(written).toEqual([`${CLEAR}running: 0 `]);
  });

  it('is not written without a terminal', () => {
    const { written, line } = progress({});
    runAll(line);
    expect(written).toEqual([]);
  });
});
