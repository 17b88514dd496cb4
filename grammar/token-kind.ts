// The names of the token types. They are in a file of their own so that the package's type declarations do not need the parser.

/** The name of a token type. */
export type TokenKind =
  | (
      | 'Comment'
      | 'ForeignComment'
      | 'Keyword'
      | 'Key'
      | 'Label'
      | 'AdverbName'
      | 'NegatedAdverb'
      | 'BooleanWord'
      | 'Redirect'
      | 'Word'
    )
  | (
      | 'SymbolString'
      | 'SingleString'
      | 'DoubleString'
      | 'Regex'
      | 'PercentRegex'
      | 'PercentList'
      | 'AngleList'
      | 'Integer'
    )
  | (
      | 'Callable'
      | 'InlineCallable'
      | 'Star'
      | 'Arrow'
      | 'Comma'
      | 'Semicolon'
      | 'BlockOpen'
      | 'BlockClose'
      | 'HashOpen'
    )
  | ('HashClose' | 'LeftParen' | 'RightParen' | 'LeftBracket' | 'RightBracket' | 'LeftBrace' | 'RightBrace')
  | (
      | 'UnclosedSingleString'
      | 'UnclosedDoubleString'
      | 'UnclosedRegex'
      | 'UnclosedPercent'
      | 'UnclosedAngleList'
      | 'ForeignQuoted'
      | 'MismatchedQuoted'
      | 'ForeignPercent'
      | 'QuotedWords'
    )
  | (
      | 'PunctuatedAngleList'
      | 'MalformedNumber'
      | 'BarePath'
      | 'BareTarget'
      | 'LooseWord'
      | 'StrayWord'
      | 'Equals'
    )
  | ('LambdaArrow' | 'Stray');
