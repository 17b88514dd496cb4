import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../src/analysis/analyze.js';
import { applyEdits, formatRanges, formatRoutes } from '../../src/format/format.js';
import { Source } from '../../src/language/source.js';
import { parseSyntax } from '../../src/language/syntax.js';
import { program, spaces, textOf } from './programs.js';

const bounds = { seed: Number(process.env['WAYPOST_SEED'] ?? 20_260_101), numRuns: 120 };

function formatted(text: string): string {
  const result = formatRoutes(text);
  if (result.refused !== undefined) throw new Error(`refused: ${result.refused}\n${text}`);
  expect(applyEdits(text, result.edits)).toBe(result.text);
  return result.text;
}

function commentsOf(text: string): string[] {
  return parseSyntax(new Source('routes', text))
    .comments.map((comment) => comment.text.trim())
    .sort();
}

/** What a file declares, and what is wrong in it. */
function meaningOf(text: string): unknown {
  const analysis = analyze(text);
  return { table: analysis.routeTable(), codes: analysis.diagnostics.map(({ code }) => code).sort() };
}

describe('whatever the notation and the white space', () => {
  it('keeps the routes and the mistakes', () => {
    fc.assert(
      fc.property(program, spaces, (parts, gaps) => {
        const text = textOf(parts, (index) => gaps[index % gaps.length]!);
        expect(meaningOf(formatted(text))).toEqual(meaningOf(text));
      }),
      bounds,
    );
  });

  it('does nothing the second time', () => {
    fc.assert(
      fc.property(program, spaces, (parts, gaps) => {
        const once = formatted(textOf(parts, (index) => gaps[index % gaps.length]!));
        expect(formatRoutes(once)).toEqual({ text: once, edits: [] });
      }),
      bounds,
    );
  });

  it('leaves no line that is longer than it has to be, no tab and no blank at the end of a line', () => {
    fc.assert(
      fc.property(program, (parts) => {
        for (const line of formatted(textOf(parts)).split('\n')) {
          expect(line).not.toMatch(/\t|\s$/);
          expect(line.length).toBeLessThanOrEqual(100);
        }
      }),
      bounds,
    );
  });

  it('formats a range as it formats the file', () => {
    fc.assert(
      fc.property(program, spaces, (parts, gaps) => {
        const text = textOf(parts, (index) => gaps[index % gaps.length]!);
        const syntax = parseSyntax(new Source('routes', text));
        const result = formatRanges(syntax, [{ start: 0, end: text.length }]);
        if (result.refused !== undefined) throw new Error(`refused: ${result.refused}`);
        expect(applyEdits(text, result.edits)).toBe(formatted(text));
      }),
      bounds,
    );
  });
});

describe('any range of lines', () => {
  it('keeps the routes, the mistakes and the comments', () => {
    fc.assert(
      fc.property(program, spaces, fc.nat(), fc.nat(), (parts, gaps, one, other) => {
        const text = textOf(parts, (index) =>
          index % 11 === 7 ? ` # note ${index}\n` : gaps[index % gaps.length]!,
        );
        const start = one % text.length;
        const result = formatRanges(parseSyntax(new Source('routes', text)), [
          { start, end: start + (other % 80) },
        ]);
        if (result.refused !== undefined) throw new Error(`refused: ${result.refused}`);
        const after = applyEdits(text, result.edits);
        expect(meaningOf(after)).toEqual(meaningOf(text));
        expect(commentsOf(after)).toEqual(commentsOf(text));
        expect(formatted(after)).toBe(formatted(text));
      }),
      bounds,
    );
  });
});

describe('a comment at any token boundary', () => {
  it('is kept, and changes no route', () => {
    fc.assert(
      fc.property(program, spaces, (parts, gaps) => {
        for (let place = 1; place < parts.length; place++) {
          const text = textOf(parts, (index) =>
            index === place ? ` # note ${place}\n` : gaps[index % gaps.length]!,
          );
          const once = formatted(text);
          expect(commentsOf(once)).toEqual(commentsOf(text));
          expect(formatted(once)).toBe(once);
          expect(meaningOf(once)).toEqual(meaningOf(text));
        }
      }),
      { ...bounds, numRuns: 12 },
    );
  });

  it('is kept beside all the others', () => {
    fc.assert(
      fc.property(program, fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }), (parts, isOwnLine) => {
        const text = textOf(
          parts,
          (index) => `${isOwnLine[index % isOwnLine.length] ? '\n' : ' '}# note ${index}\n`,
        );
        const once = formatted(text);
        expect(commentsOf(once)).toEqual(commentsOf(text));
        expect(formatted(once)).toBe(once);
        expect(meaningOf(once)).toEqual(meaningOf(text));
      }),
      bounds,
    );
  });
});

describe('a token that is missing', () => {
  it('is never made up for, and the rest keeps its meaning', () => {
    fc.assert(
      fc.property(program, spaces, fc.nat(), (parts, gaps, which) => {
        const without = parts.filter((_, index) => index !== which % parts.length);
        const text = textOf(without, (index) => gaps[index % gaps.length]!);
        const result = formatRoutes(text);
        if (result.refused !== undefined) return;
        expect(meaningOf(result.text)).toEqual(meaningOf(text));
        expect(commentsOf(result.text)).toEqual(commentsOf(text));
        const again = formatRoutes(result.text);
        if (again.refused === undefined) expect(again).toEqual({ text: result.text, edits: [] });
      }),
      { ...bounds, numRuns: 200 },
    );
  });
});
