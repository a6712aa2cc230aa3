import { ComparisonBudget } from './comparison-budget.ts';
import { nearestName } from './nearest-name.ts';

/** Longer names are not compared: the time grows with the product of both lengths. */
const MAX_COMPARED = 100;
/** Names share at least this part of their letters, in order: `graph` of `graph_json`. */
const MIN_LIKENESS = 0.55;
const MAX_LISTED = 20;

/** The known field that `name` probably means: a typo, or a shorter form such as `params`. */
export function nearestField(
  name: string,
  known: readonly string[],
  budget = new ComparisonBudget(),
): string | undefined {
  return nearestName(name, known, budget) ?? mostAlike(name, known, budget);
}

/**
 * `Did you mean "…"?`, or the known fields when none is near.
 * @param budget shared by those who look for several hints
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

function mostAlike(
  name: string,
  known: readonly string[],
  budget: ComparisonBudget,
): string | undefined {
  if (name.length > MAX_COMPARED) return undefined;
  let best: string | undefined;
  let bestLikeness = 0;
  for (const candidate of known) {
    if (budget.isSpent || candidate.length > MAX_COMPARED) continue;
    budget.compare(name, candidate);
    const likeness = likenessOf(name.toLowerCase(), candidate.toLowerCase());
    if (likeness < MIN_LIKENESS || likeness <= bestLikeness) continue;
    best = candidate;
    bestLikeness = likeness;
  }
  return best;
}

/** From 0 to 1: twice the letters in common, in order, by the letters of both. */
function likenessOf(a: string, b: string): number {
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
