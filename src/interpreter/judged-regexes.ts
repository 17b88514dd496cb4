// Reports regexes that may take very long for some texts, unless the loader says `regex: 'native'`.
//
// A regex is judged when its value is read, as a regex that has to match a whole segment. Routes add further cases: it may be searched for
// anywhere in an attribute, or its name may share a segment with other names, so that values can end at many places.

import type { RegexValue, Value } from '../language/declarations.js';
import type { Place } from '../language/diagnostics.js';
import type { Source } from '../language/source.js';
import { guarded, unsafeBecause } from '../routing/patterns/guarded-regex.js';
import { namesAskedAlone } from '../routing/patterns/reachability.js';
import type { Anchoring } from '../routing/patterns/regex-test.js';
import type { RouteDefinition } from '../routing/patterns/route.js';

export class RegexJudge {
  /** @param report undefined if the loader trusts every regex */
  constructor(readonly report: ((place: Place, message: string) => void) | undefined) {}

  /** Judges a regex, or the regexes of a list, for its anchoring. */
  value(value: Value, source: Source, anchored: Anchoring): void {
    if (value.kind === 'list') for (const item of value.items) this.value(item, source, anchored);
    if (!this.report || value.kind !== 'regex' || !value.regex) return;
    const reason = unsafeBecause(guarded(value.regex), anchored);
    if (reason === undefined) return;
    const write =
      reason === 'size'
        ? 'it is too large to be matched in linear time; write smaller repetitions'
        : 'a backreference cannot be matched in linear time; write the regex without one';
    this.report(
      { source, span: value.span },
      `a text could keep this regex busy for very long, and ${write}, or load the file with \`regex: 'native'\``,
    );
  }

  /**
   * Judges the regexes on names whose values a path can divide in many ways.
   *
   * @param writtenOn the regexes written for a name, with their places
   */
  route(definition: RouteDefinition, writtenOn: (name: string) => readonly WrittenRegex[]): void {
    if (!this.report) return;
    for (const name of namesAskedAlone(definition)) {
      const written = writtenOn(name);
      const isLookingBack = ({ value }: WrittenRegex): boolean => value.pattern.includes('(?<');
      const blamed = written.find(isLookingBack) ?? written.at(-1);
      if (!blamed) continue;
      const write = isLookingBack(blamed)
        ? 'what it looks back at cannot be followed from all of them at once; write it without `(?<=…)` and `(?<!…)` in its midst'
        : written.length > 1
          ? `the regexes on ':${name}' cannot be followed together; write them with the same flags, and smaller repetitions`
          : 'it is too large to be followed from all of them at once; write smaller repetitions';
      this.report(
        blamed.place,
        `a path could keep this regex busy for very long: ':${name}' may begin and end at many places of '${definition.pattern.text}', and ${write}, or load the file with \`regex: 'native'\``,
      );
    }
  }
}

export interface WrittenRegex {
  readonly value: RegexValue;
  readonly place: Place;
}
