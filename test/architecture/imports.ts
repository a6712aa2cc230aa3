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

/** The imports of each file that has some. */
export type ImportIndex = ReadonlyMap<string, readonly Import[]>;

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const FOLDERS = ['api', 'cli', 'kubernetes', 'operator', 'prisma', 'runner', 'scripts'];

/** Every import of the product's sources; tests and generated code are left out. */
export function readImports(): Import[] {
  return FOLDERS.flatMap(sourceFiles).flatMap((file) =>
    importsIn(file, readFileSync(path.join(ROOT, file), 'utf8')),
  );
}

function sourceFiles(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(?:m?ts|[cm]?js)$/.test(entry.name))
    .map((entry) => relative(path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.endsWith('.test.ts') && !file.includes('/generated/'));
}

/** Finds the imports of a file without a pass over all of them. */
export function indexImports(imports: readonly Import[]): ImportIndex {
  const index = new Map<string, Import[]>();
  for (const one of imports) {
    const others = index.get(one.from);
    if (others === undefined) index.set(one.from, [one]);
    else others.push(one);
  }
  return index;
}

/**
 * The files and packages that importing the entries loads: their imports, followed.
 * @param follows which imports load something; by default value imports, which load it at once
 */
export function loadedBy(
  entries: readonly string[],
  index: ImportIndex,
  follows: (i: Import) => boolean = ({ kind }) => kind === 'value',
): Set<string> {
  const loaded = new Set(entries);
  // A set yields what is added while it is read.
  for (const file of loaded) {
    for (const one of index.get(file) ?? []) if (follows(one)) loaded.add(one.to);
  }
  return loaded;
}

/** The imports of one file. @param file relative to the repository */
export function importsIn(file: string, whole: string): Import[] {
  const text = upToLastImport(whole);
  const source = ts.createSourceFile(file, text, SYNTAX, false, kindOf(file));
  const found: Import[] = [];
  const add = (named: Named): void => {
    if (named === undefined) return;
    found.push({ from: file, to: resolve(file, named.specifier), kind: named.kind });
  };
  // Only calls, and imports of a declared module, stand deeper than at the top.
  const isDeep = file.endsWith('.d.ts') || /\bimport\s*\(/.test(text);
  const visit = (node: ts.Node): void => {
    add(declared(node) ?? calledFor(node));
    if (isDeep) ts.forEachChild(node, visit);
  };
  for (const statement of source.statements) visit(statement);
  return found;
}

const SYNTAX: ts.CreateSourceFileOptions = {
  languageVersion: ts.ScriptTarget.Latest,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
};

/** Parsing takes most of the time, and what follows the last specifier has no import. */
function upToLastImport(text: string): string {
  let end = 0;
  for (const { index } of text.matchAll(/\b(?:from|import)\s*(?:\(\s*)?['"`]/g)) end = index;
  const lineEnd = text.indexOf('\n', text.indexOf('\n', end) + 1);
  return lineEnd === -1 ? text : text.slice(0, lineEnd);
}

function kindOf(file: string): ts.ScriptKind {
  return file.endsWith('ts') ? ts.ScriptKind.TS : ts.ScriptKind.JS;
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

/** `import('…')`, and the type `import('…').Name`. */
function calledFor(node: ts.Node): Named {
  if (ts.isImportTypeNode(node)) {
    const named = ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
    if (named === undefined || !ts.isStringLiteral(named)) return undefined;
    return { specifier: named.text, kind: 'type' };
  }
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) {
    return undefined;
  }
  const [argument] = node.arguments;
  if (argument === undefined || !ts.isStringLiteralLike(argument)) return undefined;
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
  if (!specifier.startsWith('.')) return specifier;
  return path.posix.join(path.posix.dirname(file), specifier);
}

function relative(file: string): string {
  return path.relative(ROOT, file).split(path.sep).join('/');
}
