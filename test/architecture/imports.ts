import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** One import as written in a source file. */
export interface Import {
  /** The importing file, relative to the repository, with `/`. */
  readonly from: string;
  /** The imported file relative to the repository, or the package's specifier. */
  readonly to: string;
  readonly kind: 'value' | 'type' | 'dynamic';
}

const root = path.resolve(import.meta.dirname, '..', '..');
const FOLDERS = ['api', 'cli', 'kubernetes', 'operator', 'prisma', 'runner', 'scripts'];

/** Every import of the product's sources; tests and generated code are left out. */
export function readImports(): Import[] {
  return FOLDERS.flatMap((folder) => sourceFiles(path.join(root, folder))).flatMap(importsOf);
}

/** The files and packages that importing `entry` loads at once: value imports, followed. */
export function loadedBy(entry: string, imports: readonly Import[]): Set<string> {
  const loaded = new Set<string>();
  const queue = [entry];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (loaded.has(file)) continue;
    loaded.add(file);
    queue.push(...imports.filter((i) => i.from === file && i.kind === 'value').map((i) => i.to));
  }
  return loaded;
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.m?ts$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter(
      (file) => !file.endsWith('.test.ts') && !file.includes(`${path.sep}generated${path.sep}`),
    );
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    const named = declared(node) ?? calledFor(node);
    if (named !== undefined) {
      found.push({ from: relative(file), to: resolve(file, named.specifier), kind: named.kind });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

type Named = { readonly specifier: string; readonly kind: Import['kind'] } | undefined;

/** `import … from` and `export … from`. */
function declared(node: ts.Node): Named {
  if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return undefined;
  const { moduleSpecifier } = node;
  if (moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return undefined;
  const typeOnly = ts.isImportDeclaration(node) ? importsTypesOnly(node) : node.isTypeOnly;
  return { specifier: moduleSpecifier.text, kind: typeOnly ? 'type' : 'value' };
}

/** `import('…')`. */
function calledFor(node: ts.Node): Named {
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) {
    return undefined;
  }
  const [argument] = node.arguments;
  if (argument === undefined || !ts.isStringLiteral(argument)) return undefined;
  return { specifier: argument.text, kind: 'dynamic' };
}

function importsTypesOnly(node: ts.ImportDeclaration): boolean {
  const clause = node.importClause;
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const bindings = clause.namedBindings;
  if (clause.name !== undefined || bindings === undefined || !ts.isNamedImports(bindings)) {
    return false;
  }
  return bindings.elements.length > 0 && bindings.elements.every((element) => element.isTypeOnly);
}

function resolve(file: string, specifier: string): string {
  return specifier.startsWith('.')
    ? relative(path.resolve(path.dirname(file), specifier))
    : specifier;
}

function relative(file: string): string {
  return path.relative(root, file).split(path.sep).join('/');
}
