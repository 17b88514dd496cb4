// The pieces of a syntax diagram, and how they are put together.

/** A picture of a part of the language. */
export type Diagram =
  /** Exactly these characters. */
  | { readonly kind: 'text'; readonly text: string }
  /** What another diagram shows. */
  | { readonly kind: 'rule'; readonly name: string }
  /** What has no diagram: its name says what it is, and the examples are some of it. */
  | { readonly kind: 'sort'; readonly name: string; readonly examples: readonly string[] }
  /** One after the other; where it is glued, without white space between. */
  | { readonly kind: 'sequence'; readonly items: readonly Diagram[]; readonly isGlued: boolean }
  | { readonly kind: 'choice'; readonly items: readonly Diagram[] }
  | { readonly kind: 'optional'; readonly item: Diagram }
  /** Once or several times, with something between. */
  | { readonly kind: 'repeated'; readonly item: Diagram; readonly separator: Diagram | undefined };

/** A diagram with its name, which is a heading of the page. */
export interface NamedDiagram {
  readonly name: string;
  readonly diagram: Diagram;
}

export const text = (written: string): Diagram => ({ kind: 'text', text: written });
export const rule = (name: string): Diagram => ({ kind: 'rule', name });
export const sort = (name: string, ...examples: string[]): Diagram => ({ kind: 'sort', name, examples });
export const sequence = (...items: Diagram[]): Diagram => ({ kind: 'sequence', items, isGlued: false });
export const glued = (...items: Diagram[]): Diagram => ({ kind: 'sequence', items, isGlued: true });
export const gluedRepeated = (item: Diagram): Diagram => glued(repeated(item));
export const optional = (item: Diagram): Diagram => ({ kind: 'optional', item });
export const repeated = (item: Diagram, separator?: Diagram): Diagram => ({
  kind: 'repeated',
  item,
  separator,
});

export const comma = text(',');
/** Once or several times, with commas between. */
export const separated = (item: Diagram): Diagram => repeated(item, comma);

export function choice(...items: Diagram[]): Diagram {
  const [only] = items;
  return only && items.length === 1 ? only : { kind: 'choice', items };
}
