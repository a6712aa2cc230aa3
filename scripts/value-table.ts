const PLACE = /(<!-- values: [^\n]* -->\n)[\s\S]*(<!-- \/values -->)/;
const LINE = /^( *)([A-Za-z0-9]+):(?: (.*))?$/;

interface Value {
  readonly name: string;
  readonly fallback: string;
  readonly description: string;
}

/**
 * Writes the table of a chart's values into its README, between the two `values` comments.
 * @param yaml `values.yaml`, with a one-line comment above each value or its block
 * @throws Error for a value without a comment, or a README without the two comments
 */
export function documentValues(readme: string, yaml: string): string {
  if (!PLACE.test(readme))
    throw new Error('The README lacks the two comments that enclose the table of values.');
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
  // The ancestors of the current line.
  let around: Entry[] = [];
  for (const [index, line] of lines.entries()) {
    const entry = readEntry(line, commentAbove(lines, index));
    if (entry === null) continue;
    around = around.filter(({ depth }) => depth < entry.depth);
    const { description, fallback } = entry;
    const name = [...around, entry].map(({ key }) => key).join('.');
    if (description !== null) values.push({ name, fallback: code(fallback), description });
    else if (fallback !== '' && !around.some((outer) => outer.description !== null)) {
      throw new Error(`The value ${name} has no comment.`);
    }
    around.push(entry);
  }
  return values;
}

interface Entry {
  readonly depth: number;
  readonly key: string;
  readonly fallback: string;
  readonly description: string | null;
}

function readEntry(line: string, description: string | null): Entry | null {
  const [, indent, key = '', fallback = ''] = LINE.exec(line) ?? [];
  return indent === undefined ? null : { depth: indent.length, key, fallback, description };
}

function commentAbove(lines: readonly string[], index: number): string | null {
  return /^ *# (?!\/)(.*)$/.exec(lines[index - 1] ?? '')?.[1] ?? null;
}

function code(fallback: string): string {
  return fallback === '' ? 'see values.yaml' : `\`${fallback}\``;
}
