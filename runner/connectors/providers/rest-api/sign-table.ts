/** Objects in which services describe the list, by their keys; none are those of the answer itself. */
export const PLACES: readonly (readonly string[])[] = [
  [],
  ['meta'],
  ['_meta'],
  ['metadata'],
  ['_metadata'],
  ['pagination'],
  ['paging'],
  ['page_info'],
  ['pageInfo'],
  ['page'],
  ['info'],
  ['links'],
  ['_links'],
  ['links', 'pages'],
  ['meta', 'pagination'],
  ['meta', 'page'],
  ['additional_data', 'pagination'],
  ['response_metadata'],
  ['responseMetadata'],
  ['result_info'],
  ['list_info'],
  ['page_context'],
  ['paginator'],
  ['pages'],
  ['metadata', 'resultset'],
];

/**
 * The keys of each sign: words that stand with `_` between them or in camel case, and names as they are. Those of one
 * sign are in the order in which they are believed.
 */
export const KEYS = {
  total: spelt(
    'total count|total items|total elements|total records|total results|total rows|total hits',
    'total size|total entries|nb hits|num found|records total',
    '@odata.count|odata.count|__count|hydra:totalItems|TotalCount|total',
  ),
  /** The rows of all pages, or of the page. */
  count: spelt('count'),
  pages: spelt('total pages|last page|num pages|nb pages'),
  /** All pages, or what is in one. */
  pageCount: spelt('page count|pages'),
  more: spelt(
    'has more|has next|has next page|has more pages|has more page|has more rows|has more items',
    'has more results|more results|more items in collection|is truncated|IsTruncated|truncated',
    'has-more|HasMore|more',
  ),
  last: spelt('is last|is last page|end of records|done|last'),
  next: spelt(
    'next|next page|next url|next page url|next link|next page link|next uri|next href|next records url',
    '@odata.nextLink|odata.nextLink|__next',
  ),
  token: spelt(
    'next cursor|next page token|next token|next page cursor|next marker',
    'continuation token|next continuation token|next offset|NextToken',
  ),
  textToken: spelt('page token|offset'),
  hasPrevious: spelt('has previous|has prev|has previous page|has prev page'),
  first: spelt('is first|is first page|first'),
  previous: spelt('previous|prev|previous page|prev page|previous url|prev url|prev page url'),
  limit: spelt('limit|per page|page size|items per page|hits per page'),
};

/** The headers of a sign, in lower case. */
export const HEADERS = {
  total: ['x-total-count', 'x-total', 'x-wp-total', 'x-pagination-total-count', 'total-count'],
  pages: ['x-total-pages', 'x-wp-totalpages', 'x-pagination-page-count', 'x-page-count'],
  /** The number of the next page; empty: there is none. */
  next: 'x-next-page',
} as const;
/** A header that has such an object in JSON. */
export const OBJECT_HEADER = 'x-pagination';

function spelt(...lists: readonly string[]): readonly string[] {
  return lists.flatMap((list) => list.split('|')).flatMap(spellings);
}

function spellings(words: string): readonly string[] {
  const camel = words.replaceAll(/ (.)/g, (_space, letter: string) => letter.toUpperCase());
  return [...new Set([words.replaceAll(' ', '_'), camel])];
}
