/** The union of dictionaries. */
export interface UnitedDictionary {
  /** The distinct texts. Those of the first dictionary come first, so that its codes stay valid. */
  readonly dictionary: readonly string[];
  /** For each dictionary, the code of each of its entries in the union. */
  readonly codes: readonly Int32Array[];
}

/** Unites dictionaries, each of distinct texts, in time linear in their entries. */
export function uniteDictionaries(dictionaries: readonly (readonly string[])[]): UnitedDictionary {
  const [first = []] = dictionaries;
  const dictionary = [...first];
  const codeOf = new Map<string, number>();
  for (let code = 0; code < first.length; code++) codeOf.set(first[code] ?? '', code);
  const codes = dictionaries.map((texts) => {
    const united = new Int32Array(texts.length);
    for (let at = 0; at < texts.length; at++) {
      united[at] = texts === first ? at : codeIn(codeOf, dictionary, texts[at] ?? '');
    }
    return united;
  });
  return { dictionary, codes };
}

function codeIn(codeOf: Map<string, number>, dictionary: string[], text: string): number {
  const known = codeOf.get(text);
  if (known !== undefined) return known;
  const code = dictionary.push(text) - 1;
  codeOf.set(text, code);
  return code;
}
