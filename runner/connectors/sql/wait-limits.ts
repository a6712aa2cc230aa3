/**
 * How long a client of a database server waits, in milliseconds. A client cannot distinguish a server that works from one
 * that hangs while both send nothing, so the limits follow from what is awaited:
 *
 * - A machine or a network that is gone answers no probe of TCP: the system ends the connection after `keepAlive`
 *   and ten seconds more.
 * - A small statement has a limit of its own. That of DDL is longer than the limit of its lock, so that the server
 *   says first who holds it.
 * - A query or a load may be silent for hours. While it is, a second connection asks every `silence` whether the
 *   server still answers; one that ignores `probes` in a row within `probe` hangs.
 */
export interface WaitLimits {
  /** Until the connection is accepted and set up. */
  readonly connect: number;
  /** Until a statement is answered that reads and changes no rows of tables: BEGIN, SET, ROLLBACK, a catalog. */
  readonly answer: number;
  /** Until the server gives up a lock, by its own setting. */
  readonly lock: number;
  /** Until a statement is answered that may wait for locks, or for a warehouse to start: DDL, the columns of a query. */
  readonly change: number;
  /** Until a commit is answered. That of a large load writes its log, and checks what was deferred. */
  readonly commit: number;
  /** Until the server has closed the connection, which the client then does itself. */
  readonly close: number;
  /** After so long without traffic the system probes whether the server is still there. */
  readonly keepAlive: number;
  /** After so long without a byte in either direction a second connection probes the server. */
  readonly silence: number;
  /** Until the server answers the probe in any way. Less than `connect`. */
  readonly probe: number;
  /** The number of unanswered probes in a row after which the server is given up. */
  readonly probes: number;
}

/** The limits of all jobs. */
export const WAIT_LIMITS: WaitLimits = {
  connect: 15_000,
  answer: 30_000,
  lock: 60_000,
  change: 120_000,
  commit: 600_000,
  close: 5_000,
  keepAlive: 30_000,
  silence: 60_000,
  probe: 10_000,
  probes: 3,
};
