// What a route demands besides its pattern, and which of these demands refuses a request, in words. Used by `explainRoute` (explain.ts).

import { matchPattern } from '../patterns/backtracking.js';
import {
  allowsRequest,
  asksCallable,
  attributeOf,
  constraintText,
  type AskedRequest,
  type RequestConstraint,
} from '../patterns/constraints.js';
import { decodedValue } from '../patterns/request-path.js';
import type { Step } from '../patterns/steps.js';
import type { RouteDefinition } from '../patterns/route.js';
import type { Demands, Reason } from './explain.js';

/** The demands of routes of any kind. */
export const allDemands: Demands<Step> = {
  valuesOf: matchPattern,
  refusal(definition, values, { refused, position }, asked, path) {
    const { segmentConstraints, requestConstraints, defaults } = definition;
    if (!values)
      return refused
        ? ofSegment(
            `':${refused.name}' is '${refused.value}', which has to be ${wanted(segmentConstraints, refused.name)}`,
          )
        : endedByDot(definition, path, position);
    for (const [name, constraints] of segmentConstraints) {
      const value = values.get(name);
      for (const constraint of constraints) {
        if (constraint.kind !== 'callable' || value === undefined || asksCallable(constraint, value))
          continue;
        return ofSegment(`':${name}' is '${value}', to which ${constraint.label} said no`);
      }
    }
    const format = values.get('format') ?? defaults.get('format');
    const refusing = requestConstraints.find((constraint) => !allowsRequest(constraint, asked, format));
    return (
      refusing && {
        reason: 'request-constraint',
        message: requestText(refusing, asked, format),
        nearness: 0.9,
      }
    );
  },
};

/** The reason if the path continues with a dot after the value of a segment that is a whole piece of the pattern. */
function endedByDot(
  { pattern: { text }, segmentConstraints }: RouteDefinition,
  path: string,
  at: number,
): Reason | undefined {
  if (path[at] !== '.') return undefined;
  const pieces = path.slice(0, at).split('/');
  const taken = pieces.at(-1) ?? '';
  const [, name] = /^:([^:.*()\\-]+)$/.exec(text.split('/')[pieces.length - 1] ?? '') ?? [];
  if (name === undefined || taken === '' || segmentConstraints.has(name)) return undefined;
  const piece = path.slice(at - taken.length).replace(/\/.*$/s, '');
  const end = at - taken.length + piece.length;
  const extension = end === path.length && text.endsWith(`:${name}`) ? ', `format => true` an extension' : '';
  return {
    reason: 'path',
    message: `':${name}' takes '${decodedValue(taken)}' alone of '${decodedValue(piece)}', since a value ends at a dot; \`${name} => /.+/\` lets dots in${extension}`,
    nearness: (0.7 * end) / Math.max(path.length, text.length),
  };
}

function ofSegment(message: string): Reason {
  return { reason: 'segment-constraint', message, nearness: 0.8 };
}

/** The constraints on a segment as text: `/\d+/ and /^1/`. */
function wanted(segmentConstraints: RouteDefinition['segmentConstraints'], name: string): string {
  const constraints = segmentConstraints.get(name) ?? [];
  return constraints
    .filter(({ kind }) => kind !== 'callable')
    .map(constraintText)
    .join(' and ');
}

function requestText(constraint: RequestConstraint, asked: AskedRequest, format: string | undefined): string {
  if (constraint.kind === 'callable') return `${constraint.label} said no to the request`;
  const { attribute, test } = constraint;
  const given = attributeOf(attribute, asked, format);
  const is =
    given === undefined ? `the request has no ${attribute}` : `the request's ${attribute} is '${given}'`;
  if (test.kind === 'presence')
    return test.present ? `${is}, and there has to be one` : `${is}, and there must be none`;
  if (test.kind === 'callable')
    return given === undefined
      ? `${is}, for which ${test.label} asks`
      : `${is}, to which ${test.label} said no`;
  return `${is}, which has to be ${constraintText(test)}`;
}
