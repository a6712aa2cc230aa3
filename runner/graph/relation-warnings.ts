import { isDiscovered, type NodeOutput } from '../plan/relation.ts';
import { comparisonWarnings } from './comparison-warnings.ts';
import { roundedKeyWarnings } from './rounded-keys.ts';

/** A warning about what a node does with the columns of its inputs. */
export interface RelationWarning {
  /** The config key, if one is the cause. */
  readonly field?: string;
  readonly message: string;
}

/** What validation, previews and runs warn of as soon as the columns of the inputs of a node are known. */
export function relationWarnings(output: NodeOutput): readonly RelationWarning[] {
  const compared = isDiscovered(output) ? [] : comparisonWarnings(output);
  return [...compared, ...roundedKeyWarnings(output).map((message) => ({ message }))];
}
