import type { ConfigField } from '../nodes/form.ts';

/** Whether a name is the label that forms show for a config field, in any spelling. */
export function isLabel(name: string, { label }: ConfigField): boolean {
  return lettersOf(name) === lettersOf(label);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}
