// `waypost/tooling`: analyses, lints, formats and describes routes files without running any code of the application.

export { analyze, type Analysis, type AnalyzeOptions } from './analysis/analyze.js';
export {
  manifestOf,
  manifestSchema,
  manifestVersion,
  type Manifest,
  type ManifestConstraint,
  type ManifestRoute,
  type ManifestSegment,
  type ManifestTest,
} from './manifest/manifest.js';
export {
  differences as openApiDifferences,
  openApiSkeleton,
  type OpenApiDifference,
  type OpenApiDocument,
} from './manifest/openapi.js';
export { httpFile, sitemap } from './manifest/request-lists.js';
export { lint, type LintOptions, type LintResult } from './lint/lint.js';
export { applyFixes, type FixedText } from './lint/fixes.js';
export { codes, pageOf, type KnownCode } from './lint/codes.js';
export {
  readConfiguration,
  type Configuration,
  type ReadConfiguration,
  type RuleSetting,
} from './lint/configuration.js';
export { rules } from './lint/registry.js';
export type { ApplicationKnowledge, KnownMember, KnownMembers } from './lint/application.js';
export type { Finding, Rule, RuleContext, RuleSeverity } from './lint/rule.js';
export {
  applyEdits,
  formatRanges,
  formatRoutes,
  type Formatted,
  type FormatOptions,
  type Formatting,
  type RangeFormatting,
  type Refused,
} from './format/format.js';
export { formatOnType, triggerCharacters, type TriggerCharacter } from './format/on-type.js';

// Types that the types above refer to.
export type { Interpretation } from './interpreter/interpret.js';
export type { Binding, Bindings, ControllerKnowledge, ExportShape } from './interpreter/bindings.js';
export type { InterpretedRoute } from './interpreter/interpreted-route.js';
export type { GivenOptions, GivenPositionals, ReadCall, ReadOption } from './language/read-call.js';
export type { ValueOf } from './language/value-kinds.js';
export type {
  Argument,
  Block,
  BooleanValue,
  CallableValue,
  Comment,
  Declaration,
  HashValue,
  ListValue,
  NumberValue,
  Pair,
  PairKey,
  RedirectValue,
  RegexValue,
  StarValue,
  StringValue,
  Value,
  Word,
} from './language/declarations.js';
export type { Change, Diagnostic, DiagnosticDetails, Fix, Place, TextEdit } from './language/diagnostics.js';
export type { Span, SpanEdit } from './language/source.js';
export type { Syntax, SyntaxProblem, SyntaxToken, TokenKind } from './language/syntax.js';
export type {
  Keyword,
  KeywordRow,
  OptionName,
  OptionRow,
  KeywordPlace,
  PositionalRow,
  Role,
  ValueKind,
} from './language/vocabulary.js';
export type { Reread } from './lint/fixes.js';
export type { Attack } from './lint/attack-text.js';
export type { CheckedRegex, RegexCheck } from './lint/regex-safety.js';
export type { LintedRoute, OptionValue, RuleOption } from './lint/rule.js';
export type { PlacedDeclaration, Survey, WrittenPath } from './lint/survey.js';
export type { WrittenPair } from './language/call-pairs.js';
export type { Routes } from './manifest/manifest.js';
export type { Method, OpenApiOperation, OpenApiParameter } from './manifest/openapi.js';
