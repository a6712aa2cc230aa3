import type { Unpivot } from '../plan/relation.ts';
import { dict } from '../python/code.ts';
import type { PythonContext } from '../python/python-context.ts';
import { conversionsOf, type Conversion } from './conversions.ts';
import { parameterCode } from './idioms.ts';
import { unusedName } from '../domain/unused-name.ts';

/** What `melt` of pandas and `unpivot` of polars have in common. Names are Python code. */
export interface UnpivotNames {
  readonly conversions: readonly Conversion[];
  /** The names of the new columns as the libraries can create them: columns of the input are refused. */
  readonly variable: string;
  readonly value: string;
  /** The dict of the final names of the new columns; null when they have them. */
  readonly rename: string | null;
}

/** The names of the columns that an unpivot adds. */
export function unpivotNames(python: PythonContext, relation: Unpivot): UnpivotNames {
  const { input, values, variable, value, at } = relation;
  const existing = input.columns.map(({ name }) => name);
  const finalVariable = parameterCode(python, at.variable) ?? python.literal(variable);
  const finalValue = parameterCode(python, at.value) ?? python.literal(value.name);
  const freeVariable = unusedName(variable, existing);
  const freeValue = unusedName(value.name, [...existing, freeVariable]);
  const renamed = [
    ...(freeVariable === variable ? [] : [[freeVariable, finalVariable] as const]),
    ...(freeValue === value.name ? [] : [[freeValue, finalValue] as const]),
  ];
  const columns = input.columns.filter(({ name }) => values.includes(name));
  return {
    conversions: conversionsOf(columns, new Map(columns.map(({ name }) => [name, value.type]))),
    variable: freeVariable === variable ? finalVariable : python.literal(freeVariable),
    value: freeValue === value.name ? finalValue : python.literal(freeValue),
    rename: renamed.length === 0 ? null : dict(renamed),
  };
}
