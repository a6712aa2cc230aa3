import { OutOfRangeError } from '../../connectors/use-connection.ts';
import type { EngineAdapter } from '../../engine-adapters/engine-adapter.ts';
import type { NodeFrame } from '../node-frame.ts';
import type { DatabaseContext } from '../database-context.ts';
import { readDatabase } from '../read-database.ts';
import type { PushedPart } from './pushed-part.ts';

/**
 * Reads the rows of the last node of a part. @returns null if a number left the range of its type in the
 * database, so that only an engine knows the result, or which node fails
 * @throws UserError
 */
export async function readPart<F>(
  engine: EngineAdapter<F>,
  { nodes, source }: PushedPart,
  context: DatabaseContext & { readonly scratch: string },
): Promise<NodeFrame<F> | null> {
  const columns = nodes.at(-1)?.relation.columns ?? [];
  try {
    return await readDatabase(engine, source, { ...context, columns });
  } catch (error) {
    if (error instanceof OutOfRangeError) return null;
    throw error;
  }
}
