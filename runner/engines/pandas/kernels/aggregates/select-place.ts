/** A part of so few numbers is sorted. */
const FEW = 64;

/**
 * The number at a place of the sorted numbers, in linear time on average and n log n at worst: Hoare's
 * quickselect, which sorts a part that stays large.
 * @param numbers none is NaN. They are reordered: those before the place are not larger than the result, those
 *   after it not smaller
 */
export function selectPlace(numbers: Float64Array, place: number): number | undefined {
  let first = 0;
  let last = numbers.length - 1;
  for (let rounds = 2 * Math.log2(numbers.length + 1); last - first > FEW; rounds--) {
    if (rounds < 0) break;
    const [below, above] = partition(numbers, first, last);
    if (place <= below) last = below;
    else if (place >= above) first = above;
    else return numbers[place];
  }
  numbers.subarray(first, last + 1).sort();
  return numbers[place];
}

/**
 * Moves the numbers that are less than the median of three to the front and those that are greater to the end.
 * @returns the ends of both parts; the numbers between them are equal to the median
 */
function partition(numbers: Float64Array, first: number, last: number): readonly [number, number] {
  const cell = (at: number): number => numbers[at] ?? 0;
  const pivot = medianOf(cell(first), cell((first + last) >> 1), cell(last));
  let low = first;
  let high = last;
  while (low <= high) {
    while (cell(low) < pivot) low++;
    while (cell(high) > pivot) high--;
    if (low > high) break;
    const swapped = cell(low);
    numbers[low++] = cell(high);
    numbers[high--] = swapped;
  }
  return [high, low];
}

function medianOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}
