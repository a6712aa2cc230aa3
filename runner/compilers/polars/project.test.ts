import pl from '../../engines/polars/pinned/library.ts';
import { castExpression } from '../../expressions/cast.ts';
import { COERCE } from '../../expressions/operations/null-remedy.ts';
import { columnReference } from '../../expressions/typed-expression.ts';
import { Table } from '../../plan/table.ts';
import { compilePolars } from './compile.ts';

it('leaves no column of shared code behind, also beside columns with its name', () => {
  const columns = ['shared', 'text'].map((name) => ({ name, type: 'string' as const }));
  const source = { op: 'source' as const, name: 'texts', columns };
  const input = { op: 'input' as const, handle: 'in', position: 0, relation: source, columns };
  const cast = (name: string): { name: string; expression: ReturnType<typeof castExpression> } => ({
    name: `${name}_`,
    expression: castExpression(columnReference({ name, type: 'string' }), 'integer', {
      remedy: COERCE,
      format: '',
    }),
  });
  const { relation } = new Table(input).withColumns(['shared', 'text'].map(cast));
  const lazy = pl.DataFrame({ shared: ['1', null], text: ['2', '3.0'] }).lazy();
  const plan = compilePolars(relation, { library: pl, input: () => ({ lazy, columns }) });
  const text = { text: ['2', '3.0'], text_: [2, 3] };
  expect(plan.lazy.collectSync().toObject()).toEqual({
    shared: ['1', null],
    ...text,
    shared_: [1, null],
  });
});
