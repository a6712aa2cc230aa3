import type { Unpivot } from '../plan/relation.ts';
import type { PythonContext } from '../python/python-context.ts';
import { conversionsOf, type Conversion } from './conversions.ts';
import { parameterCode } from './idioms.ts';
import { unusedName } from './unused-name.ts';

/** What `melt` of pandas and `unpivot` of polars have in common. Names are Python code. */
export interface UnpivotCode {
  readonly conversions: readonly Conversion[];
  /** The names of the new columns as the libraries can create them: columns of the input are refused. */
  readonly variable: string;
  readonly value: string;
  /** The call that gives the new columns their final names; empty when they have them. */
  readonly rename: readonly string[];
}

/** @param before what `rename` of the library has before the dict of the names */
export function unpivotCode(python: PythonContext, relation: Unpivot, before: string): UnpivotCode {
  const { input, values, variable, value, at } = relation;
  const existing = input.columns.map(({ name }) => name);
  const finalVariable = parameterCode(python, at.variable) ?? python.literal(variable);
  const finalValue = parameterCode(python, at.value) ?? python.literal(value.name);
  const freeVariable = unusedName(variable, existing);
  const freeValue = unusedName(value.name, [...existing, freeVariable]);
  const renamed = [
    ...(freeVariable === variable ? [] : [`${python.literal(freeVariable)}: ${finalVariable}`]),
    ...(freeValue === value.name ? [] : [`${python.literal(freeValue)}: ${finalValue}`]),
  ];
  const columns = input.columns.filter(({ name }) => values.includes(name));
  return {
    conversions: conversionsOf(columns, new Map(columns.map(({ name }) => [name, value.type]))),
    variable: freeVariable === variable ? finalVariable : python.literal(freeVariable),
    value: freeValue === value.name ? finalValue : python.literal(freeValue),
    rename: renamed.length === 0 ? [] : [`rename(${before}{${renamed.join(', ')}})`],
  };
}
