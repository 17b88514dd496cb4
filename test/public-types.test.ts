// Every type that the public interface names can be imported: what an exported type, function or class says in its
// declaration is exported by an entry as well, so that users can write it down, and TypeScript in the declarations of what they export.

import ts from 'typescript';
import { expect, test } from 'vitest';

const bundlers = ['vite', 'rollup', 'esbuild', 'webpack', 'rspack'].map((name) => `src/bundlers/${name}`);
const hosts = ['fastify', 'koa'].map((name) => `src/node/hosts/${name}`);
const entries = [
  ...['src/index', 'src/router', 'src/node/index', 'src/node/testing', 'src/tooling', 'src/format/prettier'],
  ...[...bundlers, ...hosts],
];

/** The insides of an analysis, which users reach by their properties, and which may change. */
const insides: ReadonlySet<string> = new Set([
  ...['Interpretation', 'InterpretedRoute', 'Survey', 'Bindings'],
  // The host's own, as far as the plugin needs them.
  'FastifyScope',
  // The tables whose words they are.
  ...['Method', 'Keyword', 'OptionName', 'GivenOptions'],
]);

test('every type that the public interface names is exported', () => {
  const files = entries.map((entry) => `dist/types/${entry}.d.ts`);
  const program = ts.createProgram(files, {
    noEmit: true,
    noLib: true,
    types: [],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  });
  const checker = program.getTypeChecker();
  const resolved = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const exportsOf = (file: string): readonly ts.Symbol[] =>
    checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)!)!).map(resolved);
  const byEntry = new Map(files.map((file) => [file, exportsOf(file)]));
  const exported = new Set([...byEntry.values()].flat());
  expect(exported.size).toBeGreaterThan(150);

  const missing = new Set<string>();
  const isOwn = (file: string | undefined): boolean => file?.includes('dist/types/') ?? false;
  const isHidden = (node: ts.Node): boolean =>
    ts.isClassElement(node) &&
    (ts.getCombinedModifierFlags(node) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected)) !== 0;
  const nameOf = (node: ts.Node): ts.Node | undefined => {
    if (ts.isTypeReferenceNode(node)) return node.typeName;
    if (ts.isTypeQueryNode(node)) return node.exprName;
    if (ts.isExpressionWithTypeArguments(node)) return node.expression;
    return ts.isImportTypeNode(node) ? node.qualifier : undefined;
  };
  const visit = (node: ts.Node, owner: string): void => {
    if (isHidden(node)) return;
    const name = nameOf(node);
    const symbol = name && checker.getSymbolAtLocation(name);
    const type = symbol && resolved(symbol);
    const isParameter = type && (type.flags & (ts.SymbolFlags.TypeParameter | ts.SymbolFlags.Property)) !== 0;
    if (
      type &&
      !isParameter &&
      isOwn(type.declarations?.[0]?.getSourceFile().fileName) &&
      !exported.has(type)
    )
      missing.add(`${type.name}, which ${owner} names`);
    ts.forEachChild(node, (child) => visit(child, owner));
  };
  for (const symbol of exported) {
    if (insides.has(symbol.name)) continue;
    for (const declaration of symbol.declarations ?? [])
      if (isOwn(declaration.getSourceFile().fileName)) visit(declaration, symbol.name);
  }
  expect([...missing].sort()).toEqual([]);
});
