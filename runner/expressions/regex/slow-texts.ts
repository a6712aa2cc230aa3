import { costOfLength, type Cost } from './cost.ts';

/** The steps that JavaScript takes in about a second. */
const MAX_STEPS = 200_000_000;

/**
 * Finds texts in which JavaScript could take more than about a second to find a match. The bound of the whole
 * length suits texts that consist of separators. Others take less, as only some characters leave a repetition.
 * @param cost bounds the steps in any text @param ofLetters bounds those in a text of letters
 */
export function slowTexts(cost: Cost, ofLetters: Cost): (text: string) => boolean {
  let quickLength = 1;
  while (quickLength < 2 ** 30 && costOfLength(cost, 2 * quickLength) <= MAX_STEPS) {
    quickLength *= 2;
  }
  return (text) => {
    if (text.length <= quickLength) return false;
    const others = 1 + (text.match(/\P{L}/gu)?.length ?? 0);
    const steps = cost.map(
      (coefficient, power) =>
        coefficient *
        text.length ** Math.min(power, ofLetters.length - 1) *
        others ** Math.max(0, power - ofLetters.length + 1),
    );
    return steps.reduce((sum, count) => sum + count, 0) > MAX_STEPS;
  };
}
