// Lists every rule of the linter, in the order of the table in `docs/diagnostics`.

import type { Rule } from './rule.js';
import { actionAsPath } from './rules/action-as-path.js';
import { anyVerb } from './rules/any-verb.js';
import { bareVerbInResources } from './rules/bare-verb-in-resources.js';
import { constraintNeverMatches } from './rules/constraint-never-matches.js';
import { deepNesting } from './rules/deep-nesting.js';
import { defaultNeverUsed } from './rules/default-never-used.js';
import { duplicateRoute } from './rules/duplicate-route.js';
import { foreignPathSyntax } from './rules/foreign-path-syntax.js';
import { foreignRegexSyntax } from './rules/foreign-regex-syntax.js';
import { globBeforeOthers } from './rules/glob-before-others.js';
import { guardAsConstraint } from './rules/guard-as-constraint.js';
import { helperNameTaken } from './rules/helper-name-taken.js';
import { idShadowed } from './rules/id-shadowed.js';
import { inconsistentParamName } from './rules/inconsistent-param-name.js';
import { mountHidesRoutes } from './rules/mount-hides-routes.js';
import { optionAsName } from './rules/option-as-name.js';
import { optionalBeforeRequired } from './rules/optional-before-required.js';
import { overlappingRoutes } from './rules/overlapping-routes.js';
import { pastSunset } from './rules/past-sunset.js';
import { pathNeedsEncoding } from './rules/path-needs-encoding.js';
import { pathStyle } from './rules/path-style.js';
import { preferVerbOverMatch } from './rules/prefer-verb-over-match.js';
import { redirectLoop } from './rules/redirect-loop.js';
import { redirectToNowhere } from './rules/redirect-to-nowhere.js';
import { redundantAnchor } from './rules/redundant-anchor.js';
import { redundantOnly } from './rules/redundant-only.js';
import { redundantSlash } from './rules/redundant-slash.js';
import { repeatedLayer } from './rules/repeated-layer.js';
import { roundTrip } from './rules/round-trip.js';
import { shadowedName } from './rules/shadowed-name.js';
import { similarMetaKeys } from './rules/similar-meta-keys.js';
import { unreachableRoute } from './rules/unreachable-route.js';
import { unreadableModule } from './rules/unreadable-module.js';
import { unroutedAction } from './rules/unrouted-action.js';
import { unsafeGet } from './rules/unsafe-get.js';
import { unsafeRegex } from './rules/unsafe-regex.js';
import { unusedConcern } from './rules/unused-concern.js';
import { unusedConstraint } from './rules/unused-constraint.js';

const all: readonly Rule[] = [
  unreachableRoute,
  duplicateRoute,
  overlappingRoutes,
  mountHidesRoutes,
  globBeforeOthers,
  roundTrip,
  unsafeRegex,
  constraintNeverMatches,
  redundantAnchor,
  unusedConstraint,
  defaultNeverUsed,
  redirectLoop,
  redirectToNowhere,
  shadowedName,
  helperNameTaken,
  unusedConcern,
  unroutedAction,
  unreadableModule,
  repeatedLayer,
  guardAsConstraint,
  pastSunset,
  similarMetaKeys,
  optionAsName,
  bareVerbInResources,
  idShadowed,
  deepNesting,
  redundantOnly,
  inconsistentParamName,
  optionalBeforeRequired,
  preferVerbOverMatch,
  unsafeGet,
  actionAsPath,
  anyVerb,
  pathNeedsEncoding,
  foreignPathSyntax,
  foreignRegexSyntax,
  redundantSlash,
  pathStyle,
];

/** The rules by code. */
export const rules: ReadonlyMap<string, Rule> = new Map(all.map((rule) => [rule.code, rule]));
