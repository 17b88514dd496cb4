// `waypost/tooling`: routes files understood without running anything.

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
  type TextEdit,
} from './format/format.js';
export { formatOnType, triggerCharacters, type TriggerCharacter } from './format/on-type.js';
