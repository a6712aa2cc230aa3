/** How much of a list may be before the first page of a read: the likeliest number first; null: unknown. */
export interface ListStart {
  readonly pages: readonly number[] | null;
  readonly rows: readonly number[] | null;
  /** Whether only the answer says that there is a page before it. */
  readonly isUnasked?: true;
}

/** The read begins with the list. */
export const WHOLE_LIST: ListStart = { pages: [0], rows: [0] };
const UNKNOWN: ListStart = { pages: null, rows: null };

/** The names of parameters, as far as they are letters. */
const NUMBERS = new Set(
  'page pageno pagenum pagenumber pageindex currentpage paginationpage'.split(' '),
);
const OFFSETS = new Set('offset skip startat startindex startrow pageoffset rowoffset'.split(' '));
const CURSORS = new Set(
  'cursor startingafter startcursor pagetoken nexttoken nextpagetoken nextcursor continuationtoken pageafter pagecursor skiptoken'.split(
    ' ',
  ),
);
/** Names that filters have too. */
const AMBIGUOUS = new Set('p pg start from after since marker continuation'.split(' '));
const SIZES = new Set(
  'perpage pagesize limit size count top rows maxresults itemsperpage pagelimit'.split(' '),
);

/** Of the first page of a read. */
export interface FirstPage {
  /** The rows that a full page may have; null: unknown. */
  readonly sizes: readonly (number | null)[];
  /** Whether its answer says that there is a page before it; null: it says nothing. */
  readonly hasPrevious: boolean | null;
}

/** The start of a list that is read from a URL on, which may name a later page. */
export function startOfUrl({ searchParams }: URL, first: FirstPage): ListStart {
  const parameters = [...searchParams].map(([name, value]) => ({ name: lettersOf(name), value }));
  const named = (names: ReadonlySet<string>): string | undefined =>
    parameters.find(({ name, value }) => names.has(name) && value !== '')?.value;
  const sizes = [countOf(named(SIZES)), ...first.sizes];
  const number = countOf(named(NUMBERS));
  if (number !== null) return startAtPage(number, { ...first, sizes });
  const offset = countOf(named(OFFSETS));
  if (offset !== null) return startAtRow(offset, sizes);
  if (named(CURSORS) !== undefined) return UNKNOWN;
  if (first.hasPrevious !== true) return WHOLE_LIST;
  return named(AMBIGUOUS) === undefined ? { ...UNKNOWN, isUnasked: true } : UNKNOWN;
}

/** Whether a URL names the rows of a page. */
export function namesSize({ searchParams }: URL): boolean {
  return [...searchParams.keys()].some((name) => SIZES.has(lettersOf(name)));
}

/** The start of a list that is read from the page of a number on. Services count pages from one or from zero. */
export function startAtPage(number: number, { sizes, hasPrevious }: FirstPage): ListStart {
  const counted = number > 1 ? [number - 1, number] : [hasPrevious === true ? number : 0];
  return { pages: counted, rows: productsOf(counted, sizes) };
}

/** Services count rows from one or from zero. */
function startAtRow(offset: number, sizes: FirstPage['sizes']): ListStart {
  const pages = numbersOf(sizes).map((size) => Math.ceil(offset / size));
  const rows = offset === 0 ? [0] : [offset, offset - 1];
  return { pages: pages.length === 0 ? null : pages, rows };
}

function productsOf(
  counted: readonly number[],
  sizes: FirstPage['sizes'],
): readonly number[] | null {
  if (counted.every((pages) => pages === 0)) return [0];
  const known = numbersOf(sizes);
  return known.length === 0 ? null : counted.flatMap((pages) => known.map((size) => pages * size));
}

function numbersOf(sizes: FirstPage['sizes']): readonly number[] {
  return [...new Set(sizes.flatMap((size) => (size === null || size === 0 ? [] : [size])))];
}

function countOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}
