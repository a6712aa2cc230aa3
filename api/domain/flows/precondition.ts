/** Whether the version of a record is the one that the caller expects. */
export type Precondition = (version: string) => boolean;
