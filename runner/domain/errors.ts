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
