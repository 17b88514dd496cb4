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

export interface BlockCstNode extends CstNode {
  name: "block";
  children: BlockCstChildren;
}

export type BlockCstChildren = {
  BlockOpen: IToken[];
  statements: StatementsCstNode[];
  BlockClose: IToken[];
};

export interface ArgumentCstNode extends CstNode {
  name: "argument";
  children: ArgumentCstChildren;
}

export type ArgumentCstChildren = {
  Key?: IToken[];
  Arrow?: (IToken)[];
  operand?: (OperandCstNode)[];
  Label?: IToken[];
  AdverbName?: IToken[];
  parentheses?: ParenthesesCstNode[];
  Literal?: IToken[];
  NegatedAdverb?: IToken[];
  LooseWord?: IToken[];
  value?: (ValueCstNode)[];
  Comma?: IToken[];
};

export interface OperandCstNode extends CstNode {
  name: "operand";
  children: OperandCstChildren;
}

export type OperandCstChildren = {
  value?: ValueCstNode[];
  LooseWord?: IToken[];
};

export interface ValueCstNode extends CstNode {
  name: "value";
  children: ValueCstChildren;
}

export type ValueCstChildren = {
  Literal?: IToken[];
  list?: ListCstNode[];
  hash?: HashCstNode[];
  Redirect?: IToken[];
  parentheses?: ParenthesesCstNode[];
};

export interface ListCstNode extends CstNode {
  name: "list";
  children: ListCstChildren;
}

export type ListCstChildren = {
  LeftBracket: IToken[];
  item?: ItemCstNode[];
  RightBracket: IToken[];
};

export interface HashCstNode extends CstNode {
  name: "hash";
  children: HashCstChildren;
}

export type HashCstChildren = {
  HashOpen: IToken[];
  item?: ItemCstNode[];
  HashClose: IToken[];
};

export interface ParenthesesCstNode extends CstNode {
  name: "parentheses";
  children: ParenthesesCstChildren;
}

export type ParenthesesCstChildren = {
  LeftParen: IToken[];
  item?: ItemCstNode[];
  RightParen: IToken[];
};

export interface ItemCstNode extends CstNode {
  name: "item";
  children: ItemCstChildren;
}

export type ItemCstChildren = {
  argument?: ArgumentCstNode[];
  Comma?: IToken[];
  block?: BlockCstNode[];
  junk?: JunkCstNode[];
};

export interface JunkCstNode extends CstNode {
  name: "junk";
  children: JunkCstChildren;
}

export type JunkCstChildren = {
  Stray?: IToken[];
  StrayWord?: IToken[];
  Arrow?: IToken[];
  LambdaArrow?: IToken[];
  Word?: IToken[];
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
