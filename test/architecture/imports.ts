import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** One import as written in a source file. */
export interface Import {
  /** The importing file, relative to the repository, with `/`. */
  readonly from: string;
  /** The imported file relative to the repository, or the package's specifier. */
  readonly to: string;
  /** Whether it is named by a path, not as a package. */
  readonly own: boolean;
  /** `value` loads it at once, `dynamic` when the call runs, `type` never. */
  readonly kind: 'value' | 'type' | 'dynamic';
}

/** What an import loads whose specifier only a running process knows. */
export const COMPUTED = '(computed)';

/** The imports of each file that has some. */
export type ImportIndex = ReadonlyMap<string, readonly Import[]>;

const ROOT = path.resolve(import.meta.dirname, '..', '..');
/** The folders at the top with the product's sources. */
export const SOURCE_FOLDERS: readonly string[] = [
  'api',
  'cli',
  'kubernetes',
  'operator',
  'prisma',
  'runner',
  'scripts',
];

/** Every import of the product's sources; tests and generated code are left out. */
export function readImports(): Import[] {
  return SOURCE_FOLDERS.flatMap(sourceFiles).flatMap((file) =>
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
  // Only calls, and imports of a declared module, stand deeper than at the top.
  const isDeep = file.endsWith('.d.ts') || LOADING_CALL.test(whole);
  const text = isDeep ? whole : upToLastImport(whole);
  const source = ts.createSourceFile(file, text, SYNTAX, false, kindOf(file));
  const found: Import[] = [];
  const add = (named: Named): void => {
    if (named === undefined) return;
    const { specifier, kind } = named;
    const own = OWN.test(specifier);
    found.push({ from: file, to: own ? resolve(file, specifier) : specifier, own, kind });
  };
  const visit = (node: ts.Node): void => {
    add(declared(node) ?? typeOf(node) ?? calledFor(node) ?? startedThread(node));
    if (isDeep) ts.forEachChild(node, visit);
  };
  for (const statement of source.statements) visit(statement);
  return found;
}

/** Spaces and comments. */
const TRIVIA = String.raw`(?:\s|/\*[^]*?\*/|//.*)*`;
const LOADING_CALL = new RegExp(
  String.raw`\b(?:import${TRIVIA}\(|require\b|createRequire\b|new\s+Worker\b)`,
);
const SPECIFIER = new RegExp(String.raw`\b(?:from|import)\b${TRIVIA}['"]`, 'g');
/** Relative paths, and what else can name a file of the repository. */
const OWN = /^(?:\.\.?(?:\/|$)|[/#]|file:)/;

const SYNTAX: ts.CreateSourceFileOptions = {
  languageVersion: ts.ScriptTarget.Latest,
  jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
};

/** Parsing takes most of the time, and what follows the last specifier has no import. */
function upToLastImport(text: string): string {
  let end = 0;
  for (const match of text.matchAll(SPECIFIER)) end = match.index + match[0].length;
  const lineEnd = text.indexOf('\n', end);
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
  const typeOnly = ts.isImportDeclaration(node) ? isTypeImport(node) : node.isTypeOnly;
  return { specifier: moduleSpecifier.text, kind: typeOnly ? 'type' : 'value' };
}

/** Node removes the names of `import { type X } from`, but still loads the module. */
function isTypeImport({ importClause }: ts.ImportDeclaration): boolean {
  return importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}

/** The type `import('…').Name`. */
function typeOf(node: ts.Node): Named {
  if (!ts.isImportTypeNode(node) || !ts.isLiteralTypeNode(node.argument)) return undefined;
  const { literal } = node.argument;
  return ts.isStringLiteral(literal) ? { specifier: literal.text, kind: 'type' } : undefined;
}

/** `import('…')`, `require('…')` and `createRequire(import.meta.url)('…')`. */
function calledFor(node: ts.Node): Named {
  if (!ts.isCallExpression(node) || !isLoader(node.expression)) return undefined;
  const [argument] = node.arguments;
  const isText = argument !== undefined && ts.isStringLiteralLike(argument);
  return { specifier: isText ? argument.text : COMPUTED, kind: 'dynamic' };
}

function isLoader(called: ts.Expression): boolean {
  if (called.kind === ts.SyntaxKind.ImportKeyword) return true;
  if (ts.isCallExpression(called)) return isNamed(called.expression, 'createRequire');
  return isNamed(called, 'require');
}

/** `new Worker(new URL('…', import.meta.url))` and `new Worker(path.join(import.meta.dirname, '…'))`. */
function startedThread(node: ts.Node): Named {
  if (!ts.isNewExpression(node) || !isNamed(node.expression, 'Worker')) return undefined;
  const texts = textsOf(node.arguments?.[0]);
  const specifier = texts.length === 0 ? COMPUTED : `./${path.posix.join(...texts)}`;
  return { specifier, kind: 'dynamic' };
}

/** The texts that a call or a `new` is given. */
function textsOf(node: ts.Node | undefined): string[] {
  if (node === undefined || !(ts.isNewExpression(node) || ts.isCallExpression(node))) return [];
  return (node.arguments ?? []).flatMap((argument) =>
    ts.isStringLiteralLike(argument) ? [argument.text] : [],
  );
}

function isNamed(node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name;
}

function resolve(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return path.posix.join(path.posix.dirname(file), specifier);
}

function relative(file: string): string {
  return path.relative(ROOT, file).split(path.sep).join('/');
}
