/** What is written but not visible yet. One of the two is called, once. */
export interface PendingWrite {
  commit(): Promise<void> | void;
  rollback(): Promise<void> | void;
}
