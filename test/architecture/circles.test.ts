import { circlesOf } from './circles.ts';
import type { Import } from './imports.ts';

function valueImports(...pairs: readonly `${string} ${string}`[]): Import[] {
  return pairs.map((pair) => {
    const [from = '', to = ''] = pair.split(' ');
    return { from, to, own: true, kind: 'value' };
  });
}

describe('circles of imports', () => {
  it('are the largest groups that import each other by whatever way', () => {
    const imports = valueImports('a b', 'b c', 'c a', 'c d', 'd e', 'e d', 'e f', 'g a');
    expect(circlesOf(imports, (file) => file)).toEqual([
      { members: ['a', 'b', 'c'], edges: 3 },
      { members: ['d', 'e'], edges: 2 },
    ]);
  });

  it('count each pair of members once, and no import of others', () => {
    const imports = valueImports('a b', 'b c', 'c a', 'a c', 'a b', 'c d', 'd e', 'e f', 'g a');
    expect(circlesOf(imports, (file) => file)).toEqual([{ members: ['a', 'b', 'c'], edges: 4 }]);
  });

  it('are none where imports go in one direction', () => {
    expect(circlesOf(valueImports('a b', 'a c', 'b c', 'c d'), (file) => file)).toEqual([]);
  });

  it('join the files of a unit and leave out files without one', () => {
    const imports = valueImports('x/1 y/1', 'y/2 x/2', 'x/1 z', 'z x/1');
    const folder = (file: string): string | undefined => /^(\w)\//.exec(file)?.[1];
    expect(circlesOf(imports, folder)).toEqual([{ members: ['x', 'y'], edges: 2 }]);
  });
});
