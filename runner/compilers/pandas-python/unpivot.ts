import type { Unpivot } from '../../plan/relation.ts';
import { call, chain, keyword } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { parameterCode } from '../idioms.ts';
import { unpivotNames } from '../unpivot-names.ts';
import { convertedFrame } from './union.ts';

/** Returns pandas code that turns columns into rows. */
export function unpivotCode(python: PythonContext, relation: Unpivot, frame: string): string {
  const { keys, values, at } = relation;
  const { conversions, variable, value, rename } = unpivotNames(python, relation);
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
  const links = [
    melt,
    call('astype', [`{${variable}: "string"}`]),
    ...(rename === null ? [] : [call('rename', [keyword('columns', rename)])]),
  ];
  return chain(input, links);
}
