/** Whether a state of a record, told by its version, is the one that the caller has seen. */
export type Precondition = (version: string) => boolean;
