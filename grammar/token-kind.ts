// The names of the kinds of token: in a file of its own, so that the types of the package need none of the parser.

/** The names of the kinds of token. */
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
