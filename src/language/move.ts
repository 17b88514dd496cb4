// Moves parsed nodes along with their text: after an edit, everything behind it is the same at other offsets.
//
//   get '/a'                get '/new'
//   get '/b'   at 9   →     get '/a'
//                           get '/b'   at 20: the same nodes, with other numbers in their spans
//
// Spans are changed in place. This needs every span to belong to one node (see `declarations`), and nobody may use an older version of the
// tree. Moving a text is much cheaper than parsing it. Spans relative to statements would save it, but all readers of spans need offsets
// in the text.

import type { Extent, Problem } from '../../grammar/problem.js';
import type { Argument, Block, Comment, Declaration, Value } from './declarations.js';
import type { Source, SourceEdit, Span } from './source.js';
import type { SyntaxToken } from './syntax.js';

type Movable<Part> = { -readonly [Key in keyof Part]: Part[Key] };

/** Moves a span by a number of units. */
function moveSpan(span: Movable<Span>, by: number): void {
  span.start += by;
  span.end += by;
}

/** Moves the end of a span that contains the edit. */
export function growSpan(span: Movable<Span>, by: number): void {
  span.end += by;
}

/** Moves declarations with everything in them, optionally into another source. */
export function moveDeclarations(declarations: readonly Declaration[], by: number, source?: Source): void {
  for (const declaration of declarations) moveDeclaration(declaration, by, source);
}

function moveDeclaration(declaration: Movable<Declaration>, by: number, source: Source | undefined): void {
  if (source) declaration.source = source;
  moveSpan(declaration.span, by);
  moveSpan(declaration.keyword.span, by);
  if (declaration.parentheses) moveSpan(declaration.parentheses, by);
  for (const argument of declaration.arguments) moveArgument(argument, by, source);
  if (!declaration.block) return;
  moveSpan(declaration.block.span, by);
  moveDeclarations(declaration.block.declarations, by, source);
}

function moveArgument(argument: Argument, by: number, source: Source | undefined): void {
  if (argument.kind !== 'pair') return moveValue(argument, by, source);
  const { key, value } = argument;
  moveSpan(argument.span, by);
  moveSpan(key.span, by);
  if (key.callable) moveValue(key.callable, by, source);
  if (key.string) moveValue(key.string, by, source);
  if (value) moveValue(value, by, source);
}

function moveValue(value: Value, by: number, source: Source | undefined): void {
  moveSpan(value.span, by);
  switch (value.kind) {
    case 'list':
      for (const item of value.items) moveValue(item, by, source);
      break;
    case 'hash':
      for (const pair of value.pairs) moveArgument(pair, by, source);
      break;
    case 'redirect':
      moveDeclaration(value.call, by, source);
  }
}

/** Updates the old block object with a new block's values, so that data remembered for it stays valid. */
export function kept(
  old: Block,
  { span, notation, isClosed, isJoined }: Block,
  declarations: readonly Declaration[],
): Block {
  return Object.assign(old, { span, notation, isClosed, isJoined, declarations });
}

/** Moves the tokens from an index on. Returns all of them. */
export function moveTokens(tokens: readonly SyntaxToken[], by: number, from = 0): readonly SyntaxToken[] {
  for (let index = from; ; index++) {
    const token: Movable<SyntaxToken> | undefined = tokens[index];
    if (!token) return tokens;
    token.start += by;
    token.end += by;
  }
}

/** The same for comments. */
export function moveComments(comments: readonly Comment[], by: number, from = 0): readonly Comment[] {
  for (const { span } of comments.slice(from)) moveSpan(span, by);
  return comments;
}

/** Extents after an edit that begins and ends in none of them: those that contain it grow, those after it move. */
export function movedExtents(extents: readonly Extent[], edit: SourceEdit): readonly Extent[] {
  const by = edit.text.length - (edit.end - edit.start);
  return extents.map(({ start, end }) =>
    end <= edit.start ? { start, end } : { start: start >= edit.end ? start + by : start, end: end + by },
  );
}

/** A problem moved by a number of units. */
export function movedProblem(problem: Problem, by: number): Problem {
  const { fix, start, end, covers } = problem;
  return {
    ...problem,
    start: start + by,
    end: end + by,
    ...(covers !== undefined && { covers: covers + by }),
    ...(fix && {
      fix: {
        title: fix.title,
        edits: fix.edits.map((edit) => ({ start: edit.start + by, end: edit.end + by, text: edit.text })),
      },
    }),
  };
}
