// The grammar of a routes file: the shape of calls, without any keywords.
//
//   statements = { call | ";" | leftover }
//   call       = Keyword [ parentheses ] { argument | "," } [ block ] [ leftover ]
//   argument   = ( Key "=>" [ value ] | Label [ value ] | adverb | value [ "=>" [ value ] ] | "=>" [ value ] ) [ "," ]
//   value      = Literal | list | hash | redirect      inlined in `argument`, which halves the number of nodes
//
// Where one token of lookahead is not enough, `arrange` has decided before, from the line, the bracket around or later tokens:
//
//   only { only => true }         no word is reserved: a keyword, then a key
//   scope '/a' { … }              `{` opens a block, and after `=>` a hash
//   get '/a' do … end             `do` opens a block after a call, `end` closes one; elsewhere they are words
//   get :show ⏎ get :edit         a statement ends with its line, unless a bracket, a comma or `=>` leaves it open
//   namespace :a { get :b }}      the surplus bracket is found by the indentation of the whole file
//   get '/a', to: ->(env) { … }   program text of other routers is one token, whatever it contains
//
// The grammar is total: `arrange` has balanced the brackets, and the grammar accepts every token sequence with balanced brackets. There are
// productions for missing and surplus parts: an absent value, a lone comma, a `leftover` that belongs to nothing. The tree builder, which
// walks the tree anyway, reports them at their exact place. No resynchronisation ever skips the declarations around a mistake.
// Chevrotain's recovery is on as a safety net. A property test holds that it is never needed.

import { CstParser, type CstNode, type IOrAlt, type IParserErrorMessageProvider } from 'chevrotain';
import type { StatementsCstNode } from './cst.js';
import type { Token } from './tokens.js';
import * as tokens from './tokens.js';

type Alternatives = IOrAlt<unknown>[];

export class RoutesParser extends CstParser {
  // These closures are made once: fresh ones would be most of the garbage of a parse.
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

  /** Never inserts tokens. Chevrotain documents this hook for that. */
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

  /** A comma may follow any argument. The tree builder checks whether one is needed. */
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

  /** Makes a value the key of a pair: `'/about' => 'pages#about'`. By itself, it is a pair without a key. */
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

  /** The contents of brackets. Only the parentheses of a call may contain a block. */
  #enclosedAlternatives(): Alternatives {
    return [
      { ALT: () => this.SUBRULE(this.argument) },
      { ALT: () => this.CONSUME(tokens.Comma) },
      { ALT: () => this.SUBRULE(this.block) },
      { ALT: () => this.SUBRULE(this.junk) },
    ];
  }

  /** Tokens without a meaning between brackets. */
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

  /** Tokens that belong to no declaration: the rest of a line, or a line that does not begin with a word. */
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

/** The messages of the safety net. Those for users are in `messages`. */
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
  /** The errors that the safety net caught. Empty unless the grammar has a mistake. */
  readonly errors: readonly { readonly message: string; readonly token: Token }[];
}

/** Parses the tokens from `arrange`. The parser is created at the first call. */
export function parseTokens(input: Token[]): ParsedTokens {
  parser ??= new RoutesParser({ skipValidations: true });
  parser.input = input;
  const tree: CstNode | undefined = parser.statements();
  const errors = parser.errors.map(({ message, token }) => ({ message, token }));
  parser.input = [];
  if (tree && errors.length > 0) leaveOutRecovered(tree);
  return { tree: (tree ?? { name: 'statements', children: {} }) as StatementsCstNode, errors };
}

/** Removes incomplete statements from a tree, and keeps the others. Returns whether the node itself is incomplete. */
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
