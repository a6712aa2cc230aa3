/** The columns of the public files, by which a dataset is known to be one where the files are not installed. */
export const PUBLIC_COLUMNS: ReadonlyMap<string, readonly string[]> = new Map([
  ['airports.csv', ['iata', 'name', 'city', 'state', 'country', 'latitude', 'longitude']],
  ['flights-20k.json', ['date', 'delay', 'distance', 'origin', 'destination']],
  ['gapminder.json', ['year', 'country', 'cluster', 'pop', 'life_expect', 'fertility']],
  [
    'movies.json',
    [
      ...['Title', 'US Gross', 'Worldwide Gross', 'US DVD Sales', 'Production Budget'],
      ...['Release Date', 'MPAA Rating', 'Running Time min', 'Distributor', 'Source'],
      ...['Major Genre', 'Creative Type', 'Director', 'Rotten Tomatoes Rating', 'IMDB Rating'],
      'IMDB Votes',
    ],
  ],
  ['seattle-weather.csv', ['date', 'precipitation', 'temp_max', 'temp_min', 'wind', 'weather']],
]);
