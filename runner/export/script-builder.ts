import { nodeName } from '../domain/errors.ts';
import { nodeLabel, type FlowParameter } from '../domain/graph.ts';
import { parameterAsPython, PARAMETER_TEXT_HELPER, valueAt } from './config-as-python.ts';
import { nodeInputs, type PlannedNode } from './flow-plan.ts';
import type { PlannedOutput } from './planned-output.ts';
import { assign } from '../python/code.ts';
import type { PythonContext } from '../python/python-context.ts';
import { pythonLiteral } from '../python/python-literal.ts';
import type { PythonSection } from './python-script.ts';

export interface ScriptNames {
  /** The variable of each frame. */
  readonly frames: ReadonlyMap<PlannedOutput, string>;
  /** Variables by parameter. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Variable of the script's run time. */
  readonly runTime: string;
}

interface ScriptFacts {
  readonly lazy: boolean;
  readonly specs: readonly FlowParameter[];
  readonly names: ScriptNames;
  /** The outputs that the script would compute several times if their frames were lazy. */
  readonly readAgain: ReadonlySet<PlannedOutput>;
}

/** Collects the sections, imports and helpers that the nodes of a flow emit. */
export class ScriptBuilder {
  readonly imports = new Set<string>();
  /** Source code by name. */
  readonly helpers = new Map<string, string>();
  readonly sections: PythonSection[] = [];
  /** What nodes say in the head of the script. */
  readonly notes = new Set<string>();
  readonly #facts: ScriptFacts;
  readonly #bound = new Set<string>();
  /** The names of frames and values that only one section reads. */
  #intermediates = new Set<string>();
  /** The names of the values that several outputs of the section's node read, by their code. */
  #shared = new Map<string, string>();
  #usesRunTime = false;

  constructor(facts: ScriptFacts) {
    this.#facts = facts;
  }

  /** Adds a section that `emit` fills, for each output of the node in turn. */
  section(
    node: PlannedNode,
    heading: string,
    emit: (python: PythonContext, output: PlannedOutput) => void,
  ): void {
    const lines: string[] = [];
    this.#intermediates = new Set();
    this.#shared = new Map();
    for (const output of node.outputs) emit(this.#contextOf(node, output, lines), output);
    this.sections.push({ heading, lines });
  }

  /** The frames and values of the last section that no other one reads. */
  get intermediates(): readonly string[] {
    return [...this.#intermediates];
  }

  /** True when a node uses the script's run time. */
  get usesRunTime(): boolean {
    return this.#usesRunTime;
  }

  /** Returns the names that the script binds besides frames and parameters: neither may have them. */
  boundNames(): ReadonlySet<string> {
    const imported = [...this.imports].flatMap(importedNames);
    return new Set([...this.helpers.keys(), ...imported, ...this.#bound]);
  }

  #contextOf(node: PlannedNode, output: PlannedOutput, lines: string[]): PythonContext {
    const { lazy, names } = this.#facts;
    const frameOf = (frame: PlannedOutput): string => names.frames.get(frame) ?? '';
    const frames = nodeInputs(node.inputs, frameOf);
    return {
      nodeName: nodeName({ id: node.node.id, label: nodeLabel(node.node) }),
      frame: (handle) => frames.one(handle),
      frames: (handle) => frames.many(handle),
      target: frameOf(output),
      lazy,
      isOpen: output.alternatives.length > 0,
      isReadAgain: this.#facts.readAgain.has(output),
      intermediate: (stem) => this.#intermediate(`${frameOf(output)}_${stem}`),
      variable: (name) => this.#unusedName(name),
      shared: (name, code, comment) => {
        const known = this.#shared.get(code);
        if (known !== undefined) return known;
        if (comment !== undefined) lines.push(comment);
        return node.outputs.length === 1 ? code : this.#assignShared(lines, name, code);
      },
      parameter: (name) => this.#parameter(name),
      isWholeNumber: (name) =>
        this.#facts.specs.some((spec) => spec.name === name && spec.type === 'integer'),
      runTime: () => this.#runTime(),
      parameterAt: (path) => this.#parameterAt(node, path, true),
      namesParameter: (path) => this.#parameterAt(node, path, false) !== null,
      note: (sentence) => this.notes.add(sentence),
      literal: pythonLiteral,
      line: (code) => lines.push(code),
      binds: (name) => this.#bound.add(name),
      import: (statement) => this.imports.add(statement),
      helper: (name, source) => {
        this.#helper(name, source);
      },
      define: (name, source) => this.#define(name, source),
    };
  }

  #parameterAt(
    node: PlannedNode,
    path: readonly (string | number)[],
    isUsed: boolean,
  ): string | null {
    return parameterAsPython(valueAt(node.writtenConfig, path), {
      specs: new Map(this.#facts.specs.map((spec) => [spec.name, spec])),
      variable: (name) => this.#parameter(name),
      needsTextHelper: () => {
        if (isUsed) this.#helper('parameter_text', PARAMETER_TEXT_HELPER);
      },
    });
  }

  #intermediate(name: string): string {
    const unused = this.#unusedName(name);
    this.#intermediates.add(unused);
    return unused;
  }

  /** A name stands for one thing in the whole script. */
  #unusedName(name: string): string {
    let unused = name;
    for (let count = 2; this.#bound.has(unused); count++) unused = `${name}_${count}`;
    this.#bound.add(unused);
    return unused;
  }

  #assignShared(lines: string[], name: string, code: string): string {
    const unused = this.#intermediate(name);
    lines.push(assign(unused, code));
    this.#shared.set(code, unused);
    return unused;
  }

  #runTime(): string {
    this.#usesRunTime = true;
    this.imports.add('from datetime import datetime');
    this.imports.add('from datetime import timezone');
    return this.#facts.names.runTime;
  }

  #parameter(name: string): string {
    return this.#facts.names.parameters.get(name) ?? name;
  }

  #define(name: string, source: (name: string) => string): string {
    let unused = name;
    for (let count = 2; this.helpers.has(unused); count++) unused = `${name}_${count}`;
    this.helpers.set(unused, source(unused));
    return unused;
  }

  #helper(name: string, source: string): void {
    const known = this.helpers.get(name);
    if (known !== undefined && known !== source) {
      throw new Error(`Two functions of exported scripts have the name ${name}`);
    }
    this.helpers.set(name, source);
  }
}

function importedNames(statement: string): readonly string[] {
  const list = statement.split('import ', 2)[1] ?? '';
  return list.split(',').map((item) => {
    const [path = '', alias] = item.trim().split(' as ');
    return alias ?? path.split('.')[0] ?? path;
  });
}
