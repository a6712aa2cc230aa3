import { ComparisonBudget } from './comparison-budget.ts';
import { nearestName } from './nearest-name.ts';

/** Longer names are not compared: the time grows with the product of both lengths. */
const MAX_COMPARED_LENGTH = 100;
/** The minimum fraction of letters in common, in order: `graph` and `graph_json` are similar. */
const MIN_SIMILARITY = 0.55;
const MAX_LISTED = 20;

/** The known field that `name` probably stands for: a typo, or a shorter form such as `params`. */
export function nearestField(
  name: string,
  known: readonly string[],
  budget = new ComparisonBudget(),
): string | undefined {
  return nearestName(name, known, budget) ?? mostSimilar(name, known, budget);
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

function mostSimilar(
  name: string,
  known: readonly string[],
  budget: ComparisonBudget,
): string | undefined {
  if (name.length > MAX_COMPARED_LENGTH) return undefined;
  let best: string | undefined;
  let bestScore = 0;
  for (const candidate of known) {
    if (budget.isSpent || candidate.length > MAX_COMPARED_LENGTH) continue;
    budget.chargeComparison(name, candidate);
    const score = similarity(name.toLowerCase(), candidate.toLowerCase());
    if (score < MIN_SIMILARITY || score <= bestScore) continue;
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
