/** A function of scripts: the names of a pivot's columns, of which null and the text "null" would be one. */
export const UNIQUE_HEADS = {
  name: 'unique_heads',
  source: `
def unique_heads(names):
    """The names of new columns as a list. The text "null" and a null would have the same name."""
    heads = list(names)
    if len(set(heads)) < len(heads):
        raise ValueError('Nulls and the text "null" would both be the column "null".')
    return heads
`,
};
