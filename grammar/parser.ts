// The grammar of a routes file: the shape of a call, and nothing about keywords.
//
//   statements = { ";" | call | leftover }
//   call       = Keyword [ parentheses ] { argument | "," } [ block ] [ leftover ]
//   argument   = ( Key "=>" [ operand ] | Label [ operand ] | adverb | value [ "=>" [ operand ] ] ) [ "," ]
//
// The grammar is total: `arrange` has balanced the brackets, and every sequence of tokens with balanced brackets is in
// it. Where something may be missing or too much there is a production for it – a value that is absent, a comma that
// stands alone, a `leftover` that belongs to nothing – and the tree builder, which walks the tree anyway, reports it
// at its exact place. So one mistake stays one mistake: no resynchronisation ever skips the declarations around it.
// Chevrotain's own recovery is on as a net beneath that; a property test holds that it is never needed.

import { CstParser, type CstNode, type IParserErrorMessageProvider } from 'chevrotain';
import type { StatementsCstNode } from './cst.js';
import type { Token } from './tokens.js';
import * as tokens from './tokens.js';

export class RoutesParser extends CstParser {
  constructor({ skipValidations }: { readonly skipValidations: boolean }) {
    super(tokens.tokenTypes, {
      recoveryEnabled: true,
      maxLookahead: 1,
      nodeLocationTracking: 'none',
      errorMessageProvider,
      skipValidations,
    });
    this.performSelfAnalysis();
  }

  readonly statements = this.RULE('statements', () => {
    this.MANY(() => {
      this.OR([
        { ALT: () => this.SUBRULE(this.call) },
        { ALT: () => this.CONSUME(tokens.Semicolon) },
        { ALT: () => this.SUBRULE(this.leftover) },
      ]);
    });
  });

  readonly call = this.RULE('call', () => {
    this.CONSUME(tokens.Keyword);
    this.OPTION(() => this.SUBRULE(this.parentheses));
    this.MANY(() => {
      this.OR([{ ALT: () => this.SUBRULE(this.argument) }, { ALT: () => this.CONSUME(tokens.Comma) }]);
    });
    this.OPTION2(() => this.SUBRULE(this.block));
    this.OPTION3(() => this.SUBRULE(this.leftover));
  });

  readonly block = this.RULE('block', () => {
    this.CONSUME(tokens.BlockOpen);
    this.SUBRULE(this.statements);
    this.CONSUME(tokens.BlockClose);
  });

  /** A comma may follow any argument; whether one is due there is for the tree builder to say. */
  readonly argument = this.RULE('argument', () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(tokens.Key);
          this.CONSUME(tokens.Arrow);
          this.OPTION(() => this.SUBRULE(this.operand));
        },
      },
      {
        ALT: () => {
          this.CONSUME(tokens.Label);
          this.OPTION2(() => this.SUBRULE2(this.operand));
        },
      },
      {
        ALT: () => {
          this.CONSUME(tokens.AdverbName);
          this.OPTION3(() => {
            this.OR2([{ ALT: () => this.SUBRULE(this.parentheses) }, { ALT: () => this.CONSUME(tokens.Literal) }]);
          });
        },
      },
      { ALT: () => this.CONSUME(tokens.NegatedAdverb) },
      {
        ALT: () => {
          this.CONSUME(tokens.LooseWord);
          this.OPTION4(() => this.SUBRULE2(this.value));
        },
      },
      {
        ALT: () => {
          this.SUBRULE(this.value);
          this.OPTION5(() => {
            this.CONSUME2(tokens.Arrow);
            this.OPTION6(() => this.SUBRULE3(this.operand));
          });
        },
      },
    ]);
    this.OPTION7(() => this.CONSUME(tokens.Comma));
  });

  /** What stands after `=>` or a label: a value, or a word that lacks its quotes. */
  readonly operand = this.RULE('operand', () => {
    this.OR([{ ALT: () => this.SUBRULE(this.value) }, { ALT: () => this.CONSUME(tokens.LooseWord) }]);
  });

  readonly value = this.RULE('value', () => {
    this.OR([
      { ALT: () => this.CONSUME(tokens.Literal) },
      { ALT: () => this.SUBRULE(this.list) },
      { ALT: () => this.SUBRULE(this.hash) },
      {
        ALT: () => {
          this.CONSUME(tokens.Redirect);
          this.OPTION(() => this.SUBRULE(this.parentheses));
        },
      },
    ]);
  });

  readonly list = this.RULE('list', () => {
    this.CONSUME(tokens.LeftBracket);
    this.MANY(() => this.SUBRULE(this.item));
    this.CONSUME(tokens.RightBracket);
  });

  readonly hash = this.RULE('hash', () => {
    this.CONSUME(tokens.HashOpen);
    this.MANY(() => this.SUBRULE(this.item));
    this.CONSUME(tokens.HashClose);
  });

  readonly parentheses = this.RULE('parentheses', () => {
    this.CONSUME(tokens.LeftParen);
    this.MANY(() => this.SUBRULE(this.item));
    this.CONSUME(tokens.RightParen);
  });

  /** What may stand between brackets. Only the parentheses of a call hold a block. */
  readonly item = this.RULE('item', () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.argument) },
      { ALT: () => this.CONSUME(tokens.Comma) },
      { ALT: () => this.SUBRULE(this.block) },
      { ALT: () => this.SUBRULE(this.junk) },
    ]);
  });

  /** What means nothing between brackets. */
  readonly junk = this.RULE('junk', () => {
    this.AT_LEAST_ONE(() => {
      this.OR([
        { ALT: () => this.CONSUME(tokens.Stray) },
        { ALT: () => this.CONSUME(tokens.StrayWord) },
        { ALT: () => this.CONSUME(tokens.Arrow) },
        { ALT: () => this.CONSUME(tokens.LambdaArrow) },
        { ALT: () => this.CONSUME(tokens.Word) },
        { ALT: () => this.CONSUME(tokens.Semicolon) },
        { ALT: () => this.SUBRULE(this.parentheses) },
      ]);
    });
  });

  /** What belongs to no declaration: the rest of a line, or a line that begins with no word. */
  readonly leftover = this.RULE('leftover', () => {
    this.AT_LEAST_ONE(() => {
      this.OR([
        { ALT: () => this.CONSUME(tokens.Plain) },
        { ALT: () => this.SUBRULE(this.parentheses) },
        { ALT: () => this.SUBRULE(this.list) },
        { ALT: () => this.SUBRULE(this.hash) },
        { ALT: () => this.SUBRULE(this.block) },
      ]);
    });
  });
}

/** The words of the net; the ones that people read are in `messages`. */
const errorMessageProvider: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: ({ actual }) => `${JSON.stringify(actual.image)} is not expected here`,
  buildNotAllInputParsedMessage: ({ firstRedundant }) => `${JSON.stringify(firstRedundant.image)} is not expected here`,
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
  const tree = parser.statements() as CstNode | undefined;
  const errors = parser.errors.map(({ message, token }) => ({ message, token }));
  parser.input = [];
  return { tree: (tree ?? { name: 'statements', children: {} }) as StatementsCstNode, errors };
}
