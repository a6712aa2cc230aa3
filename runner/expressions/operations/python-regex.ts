import { pythonPattern } from '../../python/python-literal.ts';
import { call } from '../../python/code.ts';
import type { CallEmitter } from '../python-code.ts';

/** A class or boundary of words, in a set or outside of one. */
const WORDS = /(?<!\\)(?:\\\\)*\\[wWbB]/;

/**
 * Returns the Python code of a pattern. Words of Python have no marks, as those of Hindi and Thai do, and other
 * numbers, so a function of the script writes their sets.
 */
export function pythonRegexCode(pattern: string, emit: CallEmitter): string {
  const code = pythonPattern(pattern);
  if (!WORDS.test(pattern)) return code;
  emit.import('import re');
  emit.import('import sys');
  emit.import('import unicodedata');
  emit.helper('word_characters', WORD_CHARACTERS);
  emit.helper('WORD', 'WORD = word_characters()');
  emit.helper('word_pattern', WORD_PATTERN);
  return call('word_pattern', [code]);
}

const WORD_CHARACTERS = `def word_characters():
    """Return the letters, marks, digits, connectors and joiners of words, as ranges of a set."""
    others = "Ⓐ-ⓩ🄰-🅉🅐-🅩🅰-🆉\\u200c\\u200d"
    kinds = [unicodedata.category(chr(code)) for code in range(sys.maxunicode + 1)]
    is_word = [kind[0] in "LM" or kind in ("Nd", "Nl", "Pc") for kind in kinds]
    starts = [at for at, word in enumerate(is_word) if word and not (at and is_word[at - 1])]
    ends = [at for at, word in enumerate(is_word[:-1]) if word and not is_word[at + 1]]
    return others + "".join(f"{chr(start)}-{chr(end)}" for start, end in zip(starts, ends))`;

const WORD_PATTERN = `def word_pattern(pattern):
    """Write words of a pattern as sets, since those of Python have no marks."""
    ahead, behind = f"(?=[{WORD}])", f"(?<=[{WORD}])"
    no_ahead, no_behind = f"(?![{WORD}])", f"(?<![{WORD}])"
    classes = {
        r"\\w": f"[{WORD}]",
        r"\\W": f"[^{WORD}]",
        r"\\b": f"(?:{behind}{no_ahead}|{no_behind}{ahead})",
        r"\\B": f"(?:{behind}{ahead}|{no_behind}{no_ahead})",
    }

    def written(match):
        part = match[0]
        if part.startswith("["):
            return re.sub(r"\\\\.", lambda one: WORD if one[0] == r"\\w" else one[0], part)
        return classes.get(part, part)

    return re.sub(r"(?s)\\[\\^?(?:\\\\.|[^\\]\\\\])*\\]|\\\\.", written, pattern)`;
