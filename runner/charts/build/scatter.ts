import type { Row } from '../../domain/json.ts';
import type { ScatterArtifact } from '../chart-artifact.ts';
import type { ScatterRequest } from '../chart-request.ts';
import { countOf, tableOf, textCell, valueCell, type ChartRows } from '../chart-rows.ts';
import { titleOf } from '../labels.ts';

type Coordinate = ScatterArtifact['points'][number][0];

/** A scatter plot. Tables: `points` with `x` and `y`, `total`. */
export function buildScatter(
  { kind, title, x, y }: ScatterRequest,
  tables: ChartRows,
  rowsSeen: number,
): ScatterArtifact {
  return {
    kind,
    rows_seen: rowsSeen,
    ...titleOf(title),
    x,
    y,
    points: tableOf(tables, 'points').flatMap((row): ScatterArtifact['points'] => {
      const [first, second] = [coordinate(row, 'x'), coordinate(row, 'y')];
      return first === null || second === null ? [] : [[first, second]];
    }),
    total_points: countOf(tables, 'total'),
  };
}

function coordinate(row: Row, name: string): Coordinate | null {
  return valueCell(row, name) ?? textCell(row, name);
}
