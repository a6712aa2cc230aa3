/**
 * A mistake of the user, told in a sentence that names the culprit: the message is shown as it is.
 * Anything else that is thrown is a defect of ours.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError';
}

/** A UserError at one node: `message` starts with the node's label and id, `reason` is without them. */
export class NodeError extends UserError {
  override readonly name: string = 'NodeError';
  readonly nodeId: string;
  readonly reason: string;

  constructor(node: { readonly id: string; readonly label: string }, reason: string) {
    super(`${node.label} (${node.id}): ${reason}`);
    this.nodeId = node.id;
    this.reason = reason;
  }
}

/** A value of a node's config that cannot be used. */
export interface ConfigFault {
  /** The key of the config. */
  readonly field: string;
  readonly message: string;
}

/** A UserError about values of a config: `message` is that of the first fault, `faults` are all that were found. */
export class ConfigError extends UserError {
  override readonly name = 'ConfigError';
  readonly faults: readonly ConfigFault[];

  constructor(faults: readonly ConfigFault[]) {
    super(faults[0]?.message ?? 'The config cannot be used.');
    this.faults = faults;
  }
}
