// Reads a Parquet file and writes it by hand in lazy nodejs-polars, in a process of its own: argv = file, target,
// rounds. Prints the shortest processor time in seconds after the first round.
import pl from '../../../runner/engines/polars/pinned/library.ts';
import { PARQUET_OPTIONS } from '../../../runner/formats/writers/write-frame.ts';

const [file = '', target = '', rounds = ''] = process.argv.slice(2);
const times: number[] = [];
for (let round = 0; round <= Number(rounds); round++) {
  const started = process.cpuUsage();
  const written = pl.scanParquet(file, { glob: false }).sinkParquet(target, PARQUET_OPTIONS);
  written.collectSync({ engine: 'streaming' });
  const { user, system } = process.cpuUsage(started);
  times.push((user + system) / 1e6);
}
console.log(Math.min(...times.slice(1)));
