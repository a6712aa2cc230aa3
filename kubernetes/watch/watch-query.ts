import type { ListWatchOptions, ListWatchTiming } from './list-watch-options.ts';

type Selection = Pick<ListWatchOptions<unknown>, 'labelSelector' | 'fieldSelector'>;
type Query = Readonly<Record<string, string>>;

/** What of a collection is wanted. */
export function selectionOf({ labelSelector, fieldSelector }: Selection): Query {
  return {
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
  };
}

/** @param random from 0 to 1: spreads the ends of many watches */
export function watchQuery(
  selection: Selection,
  { watchTimeout }: Pick<ListWatchTiming, 'watchTimeout'>,
  from: string,
  random: number,
): Query {
  return {
    watch: 'true',
    allowWatchBookmarks: 'true',
    resourceVersion: from,
    timeoutSeconds: String(Math.round((watchTimeout * (1 + random)) / 1000)),
    ...selectionOf(selection),
  };
}
