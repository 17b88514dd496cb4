// Generated from grammar/parser.ts by `npm run generate`: the types of the concrete syntax tree.

import type { CstNode, ICstVisitor, IToken } from "chevrotain";

export interface StatementsCstNode extends CstNode {
  name: "statements";
  children: StatementsCstChildren;
}

export type StatementsCstChildren = {
  call?: Several<CallCstNode>;
  Semicolon?: Several<IToken>;
  leftover?: Several<LeftoverCstNode>;
};

export interface BlockCstNode extends CstNode {
  name: "block";
  children: BlockCstChildren;
}

export type BlockCstChildren = {
  BlockOpen: Several<IToken>;
  call?: Several<CallCstNode>;
  Semicolon?: Several<IToken>;
  leftover?: Several<LeftoverCstNode>;
  BlockClose: Several<IToken>;
};

export interface CallCstNode extends CstNode {
  name: "call";
  children: CallCstChildren;
}

export type CallCstChildren = {
  Keyword: Several<IToken>;
  parentheses?: Several<ParenthesesCstNode>;
  argument?: Several<ArgumentCstNode>;
  Comma?: Several<IToken>;
  block?: Several<BlockCstNode>;
  leftover?: Several<LeftoverCstNode>;
};

export interface ArgumentCstNode extends CstNode {
  name: "argument";
  children: ArgumentCstChildren;
}

export type ArgumentCstChildren = {
  Literal?: Several<IToken>;
  arrow?: Several<ArrowCstNode>;
  Key?: Several<IToken>;
  Arrow?: Several<IToken>;
  list?: Several<ListCstNode>;
  hash?: Several<HashCstNode>;
  redirect?: Several<RedirectCstNode>;
  LooseWord?: Several<IToken>;
  Label?: Several<IToken>;
  AdverbName?: Several<IToken>;
  parentheses?: Several<ParenthesesCstNode>;
  NegatedAdverb?: Several<IToken>;
  operand?: Several<OperandCstNode>;
  Comma?: Several<IToken>;
};

export interface ArrowCstNode extends CstNode {
  name: "arrow";
  children: ArrowCstChildren;
}

export type ArrowCstChildren = {
  Arrow: Several<IToken>;
  operand?: Several<OperandCstNode>;
};

export interface OperandCstNode extends CstNode {
  name: "operand";
  children: OperandCstChildren;
}

export type OperandCstChildren = {
  Literal?: Several<IToken>;
  list?: Several<ListCstNode>;
  hash?: Several<HashCstNode>;
  redirect?: Several<RedirectCstNode>;
  LooseWord?: Several<IToken>;
};

export interface ListCstNode extends CstNode {
  name: "list";
  children: ListCstChildren;
}

export type ListCstChildren = {
  LeftBracket: Several<IToken>;
  argument?: Several<ArgumentCstNode>;
  Comma?: Several<IToken>;
  block?: Several<BlockCstNode>;
  junk?: Several<JunkCstNode>;
  RightBracket: Several<IToken>;
};

export interface HashCstNode extends CstNode {
  name: "hash";
  children: HashCstChildren;
}

export type HashCstChildren = {
  HashOpen: Several<IToken>;
  argument?: Several<ArgumentCstNode>;
  Comma?: Several<IToken>;
  block?: Several<BlockCstNode>;
  junk?: Several<JunkCstNode>;
  HashClose: Several<IToken>;
};

export interface RedirectCstNode extends CstNode {
  name: "redirect";
  children: RedirectCstChildren;
}

export type RedirectCstChildren = {
  Redirect: Several<IToken>;
  parentheses?: Several<ParenthesesCstNode>;
};

export interface ParenthesesCstNode extends CstNode {
  name: "parentheses";
  children: ParenthesesCstChildren;
}

export type ParenthesesCstChildren = {
  LeftParen: Several<IToken>;
  argument?: Several<ArgumentCstNode>;
  Comma?: Several<IToken>;
  block?: Several<BlockCstNode>;
  junk?: Several<JunkCstNode>;
  RightParen: Several<IToken>;
};

export interface JunkCstNode extends CstNode {
  name: "junk";
  children: JunkCstChildren;
}

export type JunkCstChildren = {
  Stray?: Several<IToken>;
  StrayWord?: Several<IToken>;
  LambdaArrow?: Several<IToken>;
  Semicolon?: Several<IToken>;
  parentheses?: Several<ParenthesesCstNode>;
};

export interface LeftoverCstNode extends CstNode {
  name: "leftover";
  children: LeftoverCstChildren;
}

export type LeftoverCstChildren = {
  Plain?: Several<IToken>;
  parentheses?: Several<ParenthesesCstNode>;
  list?: Several<ListCstNode>;
  hash?: Several<HashCstNode>;
  block?: Several<BlockCstNode>;
};

/** One or more. */
type Several<Item> = [Item, ...Item[]];
