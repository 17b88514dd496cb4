// The parts of a syntax diagram, and functions that compose them.

/** A syntax diagram, or a part of one. */
export type Diagram =
  /** Exactly these characters. */
  | { readonly kind: 'text'; readonly text: string }
  /** Another diagram, by name. */
  | { readonly kind: 'rule'; readonly name: string }
  /** Text that has no diagram: a descriptive name, and examples. */
  | { readonly kind: 'sort'; readonly name: string; readonly examples: readonly string[] }
  /** One after the other. If `glued`, without white space between. */
  | { readonly kind: 'sequence'; readonly items: readonly Diagram[]; readonly isGlued: boolean }
  | { readonly kind: 'choice'; readonly items: readonly Diagram[] }
  | { readonly kind: 'optional'; readonly item: Diagram }
  /** Once or several times, perhaps with a separator. */
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
