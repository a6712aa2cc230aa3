/** Renders the rules of the pictures of charts that their data does not show. */
export function chartPictures(): string[] {
  return [
    '## Pictures of charts',
    'A line of prices from 25 to 30 has an axis from 25 to 30. The axis of values of lines and areas starts at 0, unless all values are further from 0 than from each other. Areas never add up, so their outline is read as a line is, and from 0 such values would be flat. Bars always start at 0, since their length is their value. Points and boxes are drawn from the least to the greatest value.',
    'Numbers from 10,000 are short on axes and in bins: `12 k`, `1.2 M`, `1.2 B` for 1,200,000,000, and `1.2 T`. All labels of an axis have one unit. They are in full where the unit would need more than two decimals. The data of a chart always has the exact numbers.',
    'The axis of values names the aggregate and its columns, such as `mean of open, close`; `count` counts rows.',
  ];
}
