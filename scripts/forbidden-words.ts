/** A word that a reader from another project would not expect, and what to say instead. */
export interface ForbiddenWord {
  /** Matches within one line of a source or text file. */
  readonly pattern: RegExp;
  readonly say: string;
  /** A line that it matches. */
  readonly example: string;
}

/** The last column of the glossary in CONTRIBUTING.md, as far as a pattern can tell it from other uses. */
export const FORBIDDEN_WORDS: readonly ForbiddenWord[] = [
  { pattern: /\banew\b/i, say: '"again", or "new"', example: 'make it anew' },
  {
    pattern: /\b(un)?told\b|\btells?\b/i,
    say: '"report", "record", "say" or "log"',
    example: 'the user is told why',
  },
  {
    pattern: /\blook(s|ed|ing)? (at|again)\b/i,
    say: '"reconcile", "poll", "read" or "inspect"',
    example: 'it looks at the Run',
  },
  { pattern: /\bstrays?\b|Stray/, say: '"orphan" or "stale"', example: 'a stray Job' },
  { pattern: /\bpassed over\b/i, say: '"skipped"', example: 'the slot was passed over' },
  { pattern: /\btaken for\b/i, say: '"treated as"', example: 'it is taken for dead' },
  {
    pattern: /\bhand(s|ed|ing)? over\b/i,
    say: '"dispatch" or "pass"',
    example: 'hand over the run',
  },
  { pattern: /\bbecomes of\b/i, say: '"the outcome of"', example: 'what becomes of a run' },
  {
    pattern: /\bwhoever\b|\bsomebody\b/i,
    say: 'who it is: "the client", "another process"',
    example: 'whoever asks first',
  },
  { pattern: /\bfire[sd]?\b|\b[a-z]\w*Fires?\b/i, say: '"trigger"', example: 'the schedule fired' },
  {
    pattern: /\bwanted\b|\bWanted[A-Z]|[a-z]Wanted\b/,
    say: '"desired" or "requested"',
    example: 'the wanted state',
  },
  { pattern: /\baloud\b/i, say: '"and reports it"', example: 'said aloud' },
  { pattern: /\bunfit\b/i, say: '"invalid"', example: 'an unfit value' },
];
