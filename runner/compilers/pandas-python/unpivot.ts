import type { Unpivot } from '../../plan/relation.ts';
import { assign, call, chain, keyword } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { parameterCode } from '../idioms.ts';
import { unpivotCode } from '../unpivot-code.ts';
import { convertedFrame } from './union.ts';

/** Emits pandas code that turns columns into rows. */
export function emitUnpivot(python: PythonContext, relation: Unpivot, frame: string): void {
  const { keys, values, at } = relation;
  const { conversions, variable, value, rename } = unpivotCode(python, relation, 'columns=');
  const input =
    conversions.length === 0 ? frame : convertedFrame(python, relation.input, frame, conversions);
  const melt = call('melt', [
    keyword('id_vars', parameterCode(python, at.keys) ?? python.literal(keys)),
    ...(at.values === undefined
      ? []
      : [keyword('value_vars', parameterCode(python, at.values) ?? python.literal(values))]),
    keyword('var_name', variable),
    keyword('value_name', value),
  ]);
  const links = [melt, call('astype', [`{${variable}: "string"}`]), ...rename];
  python.line(assign(python.target, chain(input, links)));
}
