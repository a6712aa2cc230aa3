import { ComparisonBudget } from './comparison-budget.ts';
import { nearestName } from './nearest-name.ts';

/** Longer names are not compared: the time grows with the product of both lengths. */
const MAX_COMPARED_LENGTH = 100;
/** Shorter words, such as `id`, are parts of too many names. */
const MIN_WORDS_LENGTH = 4;
/** The minimum fraction of letters in common, in order: `graph` and `graph_json` are similar. */
const MIN_SIMILARITY = 0.55;
const MAX_LISTED = 20;

/**
 * The known field that `name` probably stands for: a typo, one with fewer or more words such as
 * `cron_expression` for `cron`, or a shorter form such as `params`.
 */
export function nearestField(
  name: string,
  known: readonly string[],
  budget = new ComparisonBudget(),
): string | undefined {
  const typo = nearestName(name, known, budget);
  // A short name without a letter in common, such as `x` for `n`, is no typo.
  if (typo !== undefined && similarity(name.toLowerCase(), typo.toLowerCase()) > 0) return typo;
  if (name.length > MAX_COMPARED_LENGTH) return undefined;
  const related = known.filter((candidate) => sharesWords(name, candidate, budget));
  return mostSimilar(name, related, { budget, min: 0 }) ?? mostSimilar(name, known, { budget });
}

/**
 * `Did you mean "…"?`, or the list of known fields when none is similar.
 * @param budget shared by callers that need several hints
 */
export function fieldHint(
  name: string,
  known: readonly string[],
  budget?: ComparisonBudget,
): string {
  const nearest = nearestField(name, known, budget);
  if (nearest !== undefined) return `Did you mean "${nearest}"?`;
  return `The fields are: ${known.slice(0, MAX_LISTED).join(', ') || '(none)'}.`;
}

/** Whether all words of one name are words of the other. */
function sharesWords(name: string, candidate: string, budget: ComparisonBudget): boolean {
  if (budget.isSpent || candidate.length > MAX_COMPARED_LENGTH) return false;
  budget.chargeComparison(name, candidate);
  const [fewer = [], more = []] = [wordsOf(name), wordsOf(candidate)].sort(
    (a, b) => a.length - b.length,
  );
  return fewer.join('').length >= MIN_WORDS_LENGTH && fewer.every((word) => more.includes(word));
}

/** The words of `run_timeout` and of `runTimeout`, in lower case. */
function wordsOf(name: string): readonly string[] {
  const spaced = name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.split(/[^a-z0-9]+/).filter((word) => word !== '');
}

function mostSimilar(
  name: string,
  known: readonly string[],
  { budget, min = MIN_SIMILARITY }: { readonly budget: ComparisonBudget; readonly min?: number },
): string | undefined {
  let best: string | undefined;
  let bestScore = 0;
  for (const candidate of known) {
    if (budget.isSpent || candidate.length > MAX_COMPARED_LENGTH) continue;
    budget.chargeComparison(name, candidate);
    const score = similarity(name.toLowerCase(), candidate.toLowerCase());
    if (score < min || score <= bestScore) continue;
    best = candidate;
    bestScore = score;
  }
  return best;
}

/** From 0 to 1: twice the length of the longest common subsequence, divided by both lengths. */
function similarity(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, () => 0);
  for (const letter of a) {
    const current = [0];
    for (let j = 1; j <= b.length; j++) {
      const common =
        letter === b[j - 1]
          ? (previous[j - 1] ?? 0) + 1
          : Math.max(previous[j] ?? 0, current[j - 1] ?? 0);
      current.push(common);
    }
    previous = current;
  }
  return (2 * (previous[b.length] ?? 0)) / (a.length + b.length);
}
