/** How many attempts a run has in a cluster unless its installation says otherwise. */
export const DEFAULT_ATTEMPT_LIMIT = 3;

/** No run has more attempts, those that a queue evicts included. Earlier definitions of Run allow no higher number. */
export const MAX_ATTEMPTS = 10;
