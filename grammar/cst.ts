// Generated from grammar/parser.ts by `npm run generate`: the types of the concrete syntax tree.

import type { CstNode, ICstVisitor, IToken } from "chevrotain";

export interface StatementsCstNode extends CstNode {
  name: "statements";
  children: StatementsCstChildren;
}

export type StatementsCstChildren = {
  call?: CallCstNode[];
  Semicolon?: IToken[];
  leftover?: LeftoverCstNode[];
};

export interface BlockCstNode extends CstNode {
  name: "block";
  children: BlockCstChildren;
}

export type BlockCstChildren = {
  BlockOpen: IToken[];
  call?: CallCstNode[];
  Semicolon?: IToken[];
  leftover?: LeftoverCstNode[];
  BlockClose: IToken[];
};

export interface CallCstNode extends CstNode {
  name: "call";
  children: CallCstChildren;
}

export type CallCstChildren = {
  Keyword: IToken[];
  parentheses?: ParenthesesCstNode[];
  argument?: ArgumentCstNode[];
  Comma?: IToken[];
  block?: BlockCstNode[];
  leftover?: LeftoverCstNode[];
};

export interface ArgumentCstNode extends CstNode {
  name: "argument";
  children: ArgumentCstChildren;
}

export type ArgumentCstChildren = {
  Literal?: (IToken)[];
  arrow?: (ArrowCstNode)[];
  Key?: IToken[];
  Arrow?: IToken[];
  list?: (ListCstNode)[];
  hash?: (HashCstNode)[];
  redirect?: (RedirectCstNode)[];
  LooseWord?: (IToken)[];
  Label?: IToken[];
  AdverbName?: IToken[];
  parentheses?: ParenthesesCstNode[];
  NegatedAdverb?: IToken[];
  operand?: OperandCstNode[];
  Comma?: IToken[];
};

export interface ArrowCstNode extends CstNode {
  name: "arrow";
  children: ArrowCstChildren;
}

export type ArrowCstChildren = {
  Arrow: IToken[];
  operand?: OperandCstNode[];
};

export interface OperandCstNode extends CstNode {
  name: "operand";
  children: OperandCstChildren;
}

export type OperandCstChildren = {
  Literal?: IToken[];
  list?: ListCstNode[];
  hash?: HashCstNode[];
  redirect?: RedirectCstNode[];
  LooseWord?: IToken[];
};

export interface ListCstNode extends CstNode {
  name: "list";
  children: ListCstChildren;
}

export type ListCstChildren = {
  LeftBracket: IToken[];
  argument?: ArgumentCstNode[];
  Comma?: IToken[];
  block?: BlockCstNode[];
  junk?: JunkCstNode[];
  RightBracket: IToken[];
};

export interface HashCstNode extends CstNode {
  name: "hash";
  children: HashCstChildren;
}

export type HashCstChildren = {
  HashOpen: IToken[];
  argument?: ArgumentCstNode[];
  Comma?: IToken[];
  block?: BlockCstNode[];
  junk?: JunkCstNode[];
  HashClose: IToken[];
};

export interface RedirectCstNode extends CstNode {
  name: "redirect";
  children: RedirectCstChildren;
}

export type RedirectCstChildren = {
  Redirect: IToken[];
  parentheses?: ParenthesesCstNode[];
};

export interface ParenthesesCstNode extends CstNode {
  name: "parentheses";
  children: ParenthesesCstChildren;
}

export type ParenthesesCstChildren = {
  LeftParen: IToken[];
  argument?: ArgumentCstNode[];
  Comma?: IToken[];
  block?: BlockCstNode[];
  junk?: JunkCstNode[];
  RightParen: IToken[];
};

export interface JunkCstNode extends CstNode {
  name: "junk";
  children: JunkCstChildren;
}

export type JunkCstChildren = {
  Stray?: IToken[];
  StrayWord?: IToken[];
  LambdaArrow?: IToken[];
  Semicolon?: IToken[];
  parentheses?: ParenthesesCstNode[];
};

export interface LeftoverCstNode extends CstNode {
  name: "leftover";
  children: LeftoverCstChildren;
}

export type LeftoverCstChildren = {
  Plain?: IToken[];
  parentheses?: ParenthesesCstNode[];
  list?: ListCstNode[];
  hash?: HashCstNode[];
  block?: BlockCstNode[];
};
