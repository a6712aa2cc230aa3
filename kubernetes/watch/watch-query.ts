import type { ListWatchOptions, ListWatchTiming } from './list-watch-options.ts';

type Selection = Pick<ListWatchOptions<unknown>, 'labelSelector' | 'fieldSelector'>;
type Query = Readonly<Record<string, string>>;

/** Query parameters of the selectors. */
export function selectionOf({ labelSelector, fieldSelector }: Selection): Query {
  return {
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
  };
}

/** Query parameters of a watch. @param random from 0 to 1: jitter of its timeout */
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
