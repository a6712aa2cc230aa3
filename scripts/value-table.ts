const PLACE = /(<!-- values: [^\n]* -->\n)[\s\S]*(<!-- \/values -->)/;
const LINE = /^( *)([A-Za-z]+):(?: (.*))?$/;

interface Value {
  readonly name: string;
  readonly fallback: string;
  readonly description: string;
}

/**
 * Puts the table of a chart's values into its README, between the two `values` comments.
 * @param yaml `values.yaml`, in which a comment of one line stands above each value
 * @throws Error naming a value without a comment, or when the README has no place for the table
 */
export function documentValues(readme: string, yaml: string): string {
  if (!PLACE.test(readme)) throw new Error('The README has no place for the table of values.');
  const rows = readValues(yaml).map(
    ({ name, fallback, description }) => `| \`${name}\` | ${fallback} | ${description} |`,
  );
  const table = ['| value | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
  return readme.replace(
    PLACE,
    (_all, start: string, end: string) => `${start}\n${table}\n\n${end}`,
  );
}

function readValues(yaml: string): readonly Value[] {
  const values: Value[] = [];
  const lines = yaml.split('\n');
  let block = '';
  for (const [index, line] of lines.entries()) {
    const entry = readEntry(line);
    if (entry === null) continue;
    if (entry.isTop) block = entry.key;
    const name = entry.isTop ? entry.key : `${block}.${entry.key}`;
    const description = commentAbove(lines, index);
    if (description !== null) {
      values.push({ name, fallback: code(entry.fallback), description });
    } else if (entry.fallback !== '') {
      throw new Error(`The value ${name} has no comment.`);
    }
  }
  return values;
}

/** A line that opens a value or a block of values; what lies deeper is part of a value. */
function readEntry(line: string): { isTop: boolean; key: string; fallback: string } | null {
  const [, indent, key = '', fallback = ''] = LINE.exec(line) ?? [];
  if (indent === undefined || indent.length > 2) return null;
  return { isTop: indent === '', key, fallback };
}

function commentAbove(lines: readonly string[], index: number): string | null {
  return /^ *# (.*)$/.exec(lines[index - 1] ?? '')?.[1] ?? null;
}

function code(fallback: string): string {
  return fallback === '' ? 'see values.yaml' : `\`${fallback}\``;
}
