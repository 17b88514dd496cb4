// The grammar of a routes file: the shape of a call, and nothing about keywords.
//
//   statements = { call | ";" | leftover }
//   call       = Keyword [ parentheses ] { argument | "," } [ block ] [ leftover ]
//   argument   = ( Key "=>" [ value ] | Label [ value ] | adverb | value [ "=>" [ value ] ] | "=>" [ value ] ) [ "," ]
//   value      = Literal | list | hash | redirect      written out in `argument`, which saves half of the tree's nodes
//
// What a rule cannot tell from one token ahead, `arrange` has settled before: it needs the line, the bracket around, or
// what stands further on.
//
//   only { only => true }         no word is reserved: a keyword, then a key
//   scope '/a' { … }              `{` opens a block, and after `=>` a hash
//   get '/a' do … end             `do` opens a block after a call, `end` closes one; elsewhere they are words
//   get :show ⏎ get :edit         a statement ends with its line, unless a bracket, a comma or `=>` leaves it open
//   namespace :a { get :b }}      the bracket that is one too many, judged by the indentation of the whole file
//   get '/a', to: ->(env) { … }   program text of other routers: one token, whatever is in it
//
// As rules these would need gates with lookahead of any length; a pattern of the lexer does not see what is open.
//
// The grammar is total: `arrange` has balanced the brackets, and every sequence of tokens with balanced brackets is in
// it. Where something may be missing or too much there is a production for it – a value that is absent, a comma that
// stands alone, a `leftover` that belongs to nothing – and the tree builder, which walks the tree anyway, reports it
// at its exact place. So one mistake stays one mistake: no resynchronisation ever skips the declarations around it.
// Chevrotain's own recovery is on as a net beneath that; a property test holds that it is never needed.

import { CstParser, type CstNode, type IOrAlt, type IParserErrorMessageProvider } from 'chevrotain';
import type { StatementsCstNode } from './cst.js';
import type { Token } from './tokens.js';
import * as tokens from './tokens.js';

type Alternatives = IOrAlt<unknown>[];

export class RoutesParser extends CstParser {
  // Alternatives and what may be repeated or left out are made once: fresh closures would be most of the garbage of a parse.
  #statement: Alternatives | undefined;
  #blockStatement: Alternatives | undefined;
  #argumentOrComma: Alternatives | undefined;
  #argument: Alternatives | undefined;
  #operand: Alternatives | undefined;
  #listed: Alternatives | undefined;
  #hashed: Alternatives | undefined;
  #enclosed: Alternatives | undefined;
  #junk: Alternatives | undefined;
  #leftover: Alternatives | undefined;
  readonly #oneStatement = (): unknown => this.OR((this.#statement ??= this.#statementAlternatives()));
  readonly #oneBlockStatement = (): unknown =>
    this.OR((this.#blockStatement ??= this.#statementAlternatives()));
  readonly #ownParentheses = (): unknown => this.SUBRULE(this.parentheses);
  readonly #oneArgument = (): unknown =>
    this.OR(
      (this.#argumentOrComma ??= [
        { ALT: () => this.SUBRULE(this.argument) },
        { ALT: () => this.CONSUME(tokens.Comma) },
      ]),
    );
  readonly #ownBlock = (): unknown => this.SUBRULE(this.block);
  readonly #ownLeftover = (): unknown => this.SUBRULE(this.leftover);
  readonly #ownComma = (): unknown => this.CONSUME(tokens.Comma);
  readonly #oneListed = (): unknown => this.OR((this.#listed ??= this.#enclosedAlternatives()));
  readonly #oneHashed = (): unknown => this.OR((this.#hashed ??= this.#enclosedAlternatives()));
  readonly #oneEnclosed = (): unknown => this.OR((this.#enclosed ??= this.#enclosedAlternatives()));

  constructor({ skipValidations }: { readonly skipValidations: boolean }) {
    super([...tokens.tokenTypes], {
      recoveryEnabled: true,
      maxLookahead: 1,
      nodeLocationTracking: 'none',
      errorMessageProvider,
      skipValidations,
    });
    this.performSelfAnalysis();
  }

  /** A token that is not in the text has no place in it. This is the hook that Chevrotain documents for saying so. */
  override canTokenTypeBeInsertedInRecovery(): boolean {
    return false;
  }

  readonly statements = this.RULE('statements', () => {
    this.MANY(this.#oneStatement);
  });

  readonly block = this.RULE('block', () => {
    this.CONSUME(tokens.BlockOpen);
    this.MANY(this.#oneBlockStatement);
    this.CONSUME(tokens.BlockClose);
  });

  #statementAlternatives(): Alternatives {
    return [
      { ALT: () => this.SUBRULE(this.call) },
      { ALT: () => this.CONSUME(tokens.Semicolon) },
      { ALT: () => this.SUBRULE(this.leftover) },
    ];
  }

  readonly call = this.RULE('call', () => {
    this.CONSUME(tokens.Keyword);
    this.OPTION(this.#ownParentheses);
    this.MANY(this.#oneArgument);
    this.OPTION2(this.#ownBlock);
    this.OPTION3(this.#ownLeftover);
  });

  /** A comma may follow any argument; whether one is due there is for the tree builder to say. */
  readonly argument = this.RULE('argument', () => {
    this.OR((this.#argument ??= this.#argumentAlternatives()));
    this.OPTION6(this.#ownComma);
  });

  #argumentAlternatives(): Alternatives {
    const arrow = (): unknown => this.SUBRULE(this.arrow);
    const operand = (): unknown => this.SUBRULE(this.operand);
    const afterArrow: Alternatives = [
      { ALT: () => this.CONSUME2(tokens.Literal) },
      { ALT: () => this.SUBRULE2(this.list) },
      { ALT: () => this.SUBRULE2(this.hash) },
      { ALT: () => this.SUBRULE2(this.redirect) },
      { ALT: () => this.CONSUME2(tokens.LooseWord) },
    ];
    const afterLabel: Alternatives = [
      { ALT: () => this.CONSUME3(tokens.Literal) },
      { ALT: () => this.SUBRULE3(this.list) },
      { ALT: () => this.SUBRULE3(this.hash) },
      { ALT: () => this.SUBRULE3(this.redirect) },
      { ALT: () => this.CONSUME3(tokens.LooseWord) },
    ];
    const afterAdverb: Alternatives = [
      { ALT: () => this.CONSUME4(tokens.Literal) },
      { ALT: () => this.SUBRULE(this.parentheses) },
    ];
    const valueOfKey = (): unknown => this.OR2(afterArrow);
    const valueOfLabel = (): unknown => this.OR3(afterLabel);
    const valueOfAdverb = (): unknown => this.OR4(afterAdverb);
    return [
      {
        ALT: () => {
          this.CONSUME(tokens.Literal);
          this.OPTION(arrow);
        },
      },
      {
        ALT: () => {
          this.CONSUME(tokens.Key);
          this.CONSUME(tokens.Arrow);
          this.OPTION2(valueOfKey);
        },
      },
      {
        ALT: () => {
          this.CONSUME(tokens.Label);
          this.OPTION3(valueOfLabel);
        },
      },
      {
        ALT: () => {
          this.CONSUME(tokens.AdverbName);
          this.OPTION4(valueOfAdverb);
        },
      },
      { ALT: () => this.CONSUME(tokens.NegatedAdverb) },
      { ALT: () => this.SUBRULE(this.list) },
      { ALT: () => this.SUBRULE(this.hash) },
      { ALT: () => this.SUBRULE(this.redirect) },
      { ALT: () => this.SUBRULE2(this.arrow) },
      {
        ALT: () => {
          this.CONSUME(tokens.LooseWord);
          this.OPTION5(operand);
        },
      },
    ];
  }

  /** What makes a pair of a value: `'/about' => 'pages#about'`. By itself, a pair without its key. */
  readonly arrow = this.RULE('arrow', () => {
    this.CONSUME(tokens.Arrow);
    this.OPTION(() => this.SUBRULE(this.operand));
  });

  readonly operand = this.RULE('operand', () => {
    this.OR(
      (this.#operand ??= [
        { ALT: () => this.CONSUME(tokens.Literal) },
        { ALT: () => this.SUBRULE(this.list) },
        { ALT: () => this.SUBRULE(this.hash) },
        { ALT: () => this.SUBRULE(this.redirect) },
        { ALT: () => this.CONSUME(tokens.LooseWord) },
      ]),
    );
  });

  readonly list = this.RULE('list', () => {
    this.CONSUME(tokens.LeftBracket);
    this.MANY(this.#oneListed);
    this.CONSUME(tokens.RightBracket);
  });

  readonly hash = this.RULE('hash', () => {
    this.CONSUME(tokens.HashOpen);
    this.MANY(this.#oneHashed);
    this.CONSUME(tokens.HashClose);
  });

  readonly redirect = this.RULE('redirect', () => {
    this.CONSUME(tokens.Redirect);
    this.OPTION(() => this.SUBRULE(this.parentheses));
  });

  readonly parentheses = this.RULE('parentheses', () => {
    this.CONSUME(tokens.LeftParen);
    this.MANY(this.#oneEnclosed);
    this.CONSUME(tokens.RightParen);
  });

  /** What may stand between brackets. Only the parentheses of a call hold a block. */
  #enclosedAlternatives(): Alternatives {
    return [
      { ALT: () => this.SUBRULE(this.argument) },
      { ALT: () => this.CONSUME(tokens.Comma) },
      { ALT: () => this.SUBRULE(this.block) },
      { ALT: () => this.SUBRULE(this.junk) },
    ];
  }

  /** What means nothing between brackets. */
  readonly junk = this.RULE('junk', () => {
    this.AT_LEAST_ONE(() =>
      this.OR(
        (this.#junk ??= [
          { ALT: () => this.CONSUME(tokens.Stray) },
          { ALT: () => this.CONSUME(tokens.StrayWord) },
          { ALT: () => this.CONSUME(tokens.LambdaArrow) },
          { ALT: () => this.CONSUME(tokens.Semicolon) },
          { ALT: () => this.SUBRULE(this.parentheses) },
        ]),
      ),
    );
  });

  /** What belongs to no declaration: the rest of a line, or a line that begins with no word. */
  readonly leftover = this.RULE('leftover', () => {
    this.AT_LEAST_ONE(() =>
      this.OR(
        (this.#leftover ??= [
          { ALT: () => this.CONSUME(tokens.Plain) },
          { ALT: () => this.SUBRULE(this.parentheses) },
          { ALT: () => this.SUBRULE(this.list) },
          { ALT: () => this.SUBRULE(this.hash) },
          { ALT: () => this.SUBRULE(this.block) },
        ]),
      ),
    );
  });
}

/** The words of the net; the ones that people read are in `messages`. */
const errorMessageProvider: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: ({ actual }) => `${JSON.stringify(actual.image)} is not expected here`,
  buildNotAllInputParsedMessage: ({ firstRedundant }) =>
    `${JSON.stringify(firstRedundant.image)} is not expected here`,
  buildNoViableAltMessage: ({ actual }) => `${JSON.stringify(actual[0]?.image ?? '')} is not expected here`,
  buildEarlyExitMessage: ({ actual }) => `${JSON.stringify(actual[0]?.image ?? '')} is not expected here`,
};

let parser: RoutesParser | undefined;

export interface ParsedTokens {
  readonly tree: StatementsCstNode;
  /** What the net caught: none, unless there is a mistake in the grammar. */
  readonly errors: readonly { readonly message: string; readonly token: Token }[];
}

/** Parses tokens that `arrange` has made. The parser is made at the first call. */
export function parseTokens(input: Token[]): ParsedTokens {
  parser ??= new RoutesParser({ skipValidations: true });
  parser.input = input;
  const tree: CstNode | undefined = parser.statements();
  const errors = parser.errors.map(({ message, token }) => ({ message, token }));
  parser.input = [];
  if (tree && errors.length > 0) leaveOutRecovered(tree);
  return { tree: (tree ?? { name: 'statements', children: {} }) as StatementsCstNode, errors };
}

/** Takes the statements out of a tree whose nodes are incomplete; the others stay. Says whether the node itself is one. */
function leaveOutRecovered(node: CstNode): boolean {
  let isIncomplete = node.recoveredNode === true && node.name !== 'statements';
  for (const [name, list] of Object.entries(node.children)) {
    const isStatement = name === 'call' || name === 'leftover';
    const complete = list.filter((child) => !('children' in child) || !leaveOutRecovered(child));
    if (complete.length === list.length) continue;
    if (isStatement && (node.name === 'statements' || node.name === 'block')) node.children[name] = complete;
    else isIncomplete = true;
  }
  return isIncomplete;
}
