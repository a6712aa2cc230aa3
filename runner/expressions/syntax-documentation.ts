import { DTYPES } from '../domain/column.ts';
import { COLUMN_TYPE_TABLE } from '../domain/types/column-types.ts';
import type { FunctionExample } from './functions/function-entry.ts';

const ALIASES = DTYPES.flatMap((type): readonly string[] => COLUMN_TYPE_TABLE[type].aliases);

/** The grammar that `parse.ts` and `parse-primary.ts` implement. */
export const GRAMMAR = `expression = and { ("or" | "|") and }
and        = not { ("and" | "&") not }
not        = [ "not" | "~" | "!" ] test
test       = sum { compare sum }
           | sum ["not"] "in" list
           | sum ["not"] "between" sum "and" sum
           | sum ["not"] "like" sum
           | sum "is" ["not"] "null"
compare    = "==" | "=" | "!=" | "<>" | "<" | "<=" | ">" | ">="
sum        = product { ("+" | "-") product }
product    = unary { ("*" | "/" | "//" | "%") unary }
unary      = [ "-" | "+" ] power
power      = value { "." method "(" items ")" } [ "**" unary ]
value      = number | text | "true" | "false" | "null" | column | parameter
           | function "(" items ")" | cast | case | "(" expression ")"
cast       = ("cast" | "try_cast") "(" expression "as" type ")"
case       = "case" { "when" expression "then" expression } [ "else" expression ] "end"
list       = "(" items ")" | "[" items "]"
items      = [ expression { "," expression } ]
column     = a letter or "_" and letters, digits, "_" | "\`" any characters "\`"
text       = "'" any characters "'" | '"' any characters '"'
parameter  = "{{" name "}}"`;

export interface SyntaxDocumentation {
  /** The syntax as a user writes it. */
  readonly syntax: string;
  readonly summary: string;
  readonly examples: readonly [FunctionExample, ...FunctionExample[]];
}

/** Operators and keywords of the language, from the weakest to the strongest binding. */
export const SYNTAX: readonly SyntaxDocumentation[] = [
  {
    syntax: '`a or b`, `a | b`',
    summary: 'True when either is true. Null when neither is true and one is null.',
    examples: [['refund > 1 or paid', true]],
  },
  {
    syntax: '`a and b`, `a & b`',
    summary: 'True when both are true. False when one is false, even beside a null.',
    examples: [['refund > 1 and quantity > 9', false]],
  },
  {
    syntax: '`not a`, `~a`, `!a`',
    summary: 'The negation; null for null.',
    examples: [['not paid', false]],
  },
  {
    syntax: '`==` or `=`, `!=` or `<>`, `<`, `<=`, `>`, `>=`',
    summary:
      'Compares numbers, texts (by code point), datetimes and booleans. A comparison with null is null. Comparisons can be chained.',
    examples: [
      ['0 < quantity <= 10', true],
      ["sold_at >= '2024-03-01'", false],
      ['refund == 0', null],
    ],
  },
  {
    syntax: '`a in (b, c)`, `a not in (b, c)`',
    summary: 'Whether the value is one of a list.',
    examples: [['quantity in (5, 7)', true]],
  },
  {
    syntax: '`a between b and c`',
    summary: 'Whether the value is in a range that includes both bounds.',
    examples: [['price between 12.5 and 13', true]],
  },
  {
    syntax: "`a like 'b%'`",
    summary:
      'Whether the whole text matches a pattern: `%` stands for any characters, `_` for one.',
    examples: [["customer like '%Love%'", true]],
  },
  {
    syntax: '`a is null`, `a is not null`',
    summary: 'Tests for null; never null itself.',
    examples: [['refund is null', true]],
  },
  {
    syntax: '`a + b`, `a - b`',
    summary: 'Sum and difference. `+` concatenates two texts.',
    examples: [
      ['price + quantity', 19.5],
      ["customer + '!'", 'Ada Lovelace!'],
    ],
  },
  {
    syntax: '`a * b`, `a / b`, `a // b`, `a % b`',
    summary:
      '`/` returns a float: a number divided by 0 is infinite, 0 / 0 is null. `//` rounds down. `%` has the sign of the divisor. With a float, `a // b` is the quotient `a / b` rounded down, and `a % b` is `a - b * (a // b)`, each step in floats as in polars. It is not the exact remainder of Python: `1 % 0.1` is 0, and a remainder of a division by infinity is null.',
    examples: [
      ['quantity / 2', 3.5],
      ['-7 // 2', -4],
      ['-7 % 4', 1],
      ['1 % 0.1', 0],
      ["5 % cast('inf' as float)", null],
    ],
  },
  {
    syntax: '`-a`, `a ** b`',
    summary: 'The sign binds less tightly than the power. Powers are right-associative.',
    examples: [
      ['-2 ** 2', -4],
      ['2 ** 3 ** 2', 512],
    ],
  },
  {
    syntax: '`cast(a as type)`, `try_cast(a as type)`',
    summary: `Types: ${DTYPES.join(', ')}; also ${ALIASES.join(', ')}. A value that does not fit fails the run in \`cast\` and is null in \`try_cast\`.`,
    examples: [
      ["cast('42' as integer)", 42],
      ['try_cast(customer as integer)', null],
    ],
  },
  {
    syntax: '`case when a then b else c end`',
    summary:
      'The first branch whose condition is true. Without `else`, null when no condition is true.',
    examples: [["case when quantity > 9 then 'many' when quantity > 5 then 'some' end", 'some']],
  },
];
