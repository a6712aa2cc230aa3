import { truncateMiddle } from './truncate-text.ts';

/**
 * An error caused by user input. The message names the cause and is shown unchanged. Every other error
 * is an internal error.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError';
}

/** The name of a node in messages. */
export function nodeName({ label, id }: { readonly id: string; readonly label: string }): string {
  return `${label} (${id})`;
}

/** A UserError of one node. `message` is `reason` prefixed with the node's label and id. */
export class NodeError extends UserError {
  override readonly name: string = 'NodeError';
  readonly nodeId: string;
  readonly reason: string;

  constructor(node: { readonly id: string; readonly label: string }, reason: string) {
    const shown = truncateMiddle(reason);
    super(`${nodeName(node)}: ${shown}`);
    this.nodeId = node.id;
    this.reason = shown;
  }
}

/** An invalid value in a node's config. */
export interface ConfigIssue {
  /** The config key. */
  readonly field: string;
  readonly message: string;
}

/**
 * A UserError about config values. `issues` has every invalid value, `message` the first with its config key.
 */
export class ConfigError extends UserError {
  override readonly name = 'ConfigError';
  readonly issues: readonly ConfigIssue[];

  constructor(issues: readonly ConfigIssue[]) {
    const [first] = issues;
    super(
      first === undefined ? 'The config cannot be used.' : `"${first.field}": ${first.message}`,
    );
    this.issues = issues;
  }
}
