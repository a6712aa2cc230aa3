import type { RegexNode, RegexRepeat } from './parse-regex.ts';

/** A step of a matcher that follows all ways through a regular expression at the same time. */
export type Instruction =
  /** Reads a character of a set. */
  | { readonly do: 'read'; readonly source: string }
  /** Goes on where a position is as it says, such as the start of the text. */
  | { readonly do: 'assert'; readonly source: string }
  /** Goes on at each of the steps, the preferred one first. */
  | { readonly do: 'try'; readonly steps: readonly number[] }
  /** Stores the position as the start (even) or the end (odd) of a group. */
  | { readonly do: 'store'; readonly slot: number }
  /** Forgets groups of the repetition before, as JavaScript does. */
  | { readonly do: 'forget'; readonly groups: readonly number[] }
  | { readonly do: 'match' };

/** Compiles a regular expression whose repetitions cannot be empty. Bounded repetitions are copied. */
export function regexProgram(root: RegexNode): readonly Instruction[] {
  const compiler = new Compiler();
  compiler.add({ kind: 'group', number: 0, item: root });
  compiler.steps.push({ do: 'match' });
  return compiler.steps;
}

class Compiler {
  readonly steps: Instruction[] = [];

  add(node: RegexNode): void {
    switch (node.kind) {
      case 'character':
        this.steps.push({ do: 'read', source: node.source });
        break;
      case 'assertion':
        this.steps.push({ do: 'assert', source: node.source });
        break;
      case 'sequence':
        for (const item of node.items) this.add(item);
        break;
      case 'choice':
        this.#choice(node.items);
        break;
      case 'group':
        this.steps.push({ do: 'store', slot: 2 * node.number });
        this.add(node.item);
        this.steps.push({ do: 'store', slot: 2 * node.number + 1 });
        break;
      case 'repeat':
        this.#repeat(node);
    }
  }

  #choice(items: readonly RegexNode[]): void {
    const start = this.#reserve();
    const starts: number[] = [];
    const ends: number[] = [];
    for (const item of items) {
      starts.push(this.steps.length);
      this.add(item);
      ends.push(this.#reserve());
    }
    this.steps[start] = { do: 'try', steps: starts };
    for (const end of ends) this.steps[end] = { do: 'try', steps: [this.steps.length] };
  }

  #repeat({ item, min, max, isLazy }: RegexRepeat): void {
    for (let count = 0; count < min; count++) this.#once(item);
    const tries: number[] = [];
    const copies = Number.isFinite(max) ? max - min : 1;
    for (let count = 0; count < copies; count++) {
      tries.push(this.#reserve());
      this.#once(item);
    }
    const [loop] = tries;
    if (!Number.isFinite(max) && loop !== undefined) this.steps.push({ do: 'try', steps: [loop] });
    for (const at of tries) {
      const order = [at + 1, this.steps.length];
      this.steps[at] = { do: 'try', steps: isLazy ? order.reverse() : order };
    }
  }

  #once(item: RegexNode): void {
    const groups = groupsOf(item);
    if (groups.length > 0) this.steps.push({ do: 'forget', groups });
    this.add(item);
  }

  /** The place of a step that is known later. */
  #reserve(): number {
    return this.steps.push({ do: 'match' }) - 1;
  }
}

function groupsOf(node: RegexNode): readonly number[] {
  switch (node.kind) {
    case 'character':
    case 'assertion':
      return [];
    case 'sequence':
    case 'choice':
      return node.items.flatMap(groupsOf);
    case 'group':
      return [node.number, ...groupsOf(node.item)];
    case 'repeat':
      return groupsOf(node.item);
  }
}
