// Makes docs/grammar.md: the language as syntax diagrams, each an image in docs/grammar.
import rr from 'railroad-diagrams';
import { diagramChapters } from './syntax-diagrams.ts';

const { Choice, Diagram, NonTerminal, OneOrMore, Optional, Sequence, Terminal } = rr;

Diagram.INTERNAL_ALIGNMENT = 'left';

/** Light and dark: an image has the colour scheme of the page that shows it. */
const style = `
svg{background:#fff;color:#1f2328;--fixed:#ddf4ff;--named:#f6f8fa}
@media(prefers-color-scheme:dark){svg{background:#0d1117;color:#e6edf3;--fixed:#12314f;--named:#21262d}}
path{fill:none;stroke:currentColor;stroke-width:1.5}
rect{fill:var(--named);stroke:currentColor}
rect[rx]{fill:var(--fixed)}
text{fill:currentColor;font:13px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;text-anchor:middle}
`;

const introduction = `# The grammar

<!-- made from .build/syntax-diagrams.ts by \`npm run generate\` -->

These diagrams show how the [language](language.md) is written. Read each along its line, from left to right. A round box is literal text.
Any other box names another diagram, or says what to write there. The diagrams show only what is read without a mistake.`;

/** @param {import('./diagram.ts').Diagram} diagram */
function drawn(diagram) {
  switch (diagram.kind) {
    case 'text':
      return Terminal(diagram.text);
    case 'rule':
    case 'sort':
      return NonTerminal(diagram.name);
    case 'sequence':
      return Sequence(...diagram.items.map(drawn));
    case 'choice':
      return Choice(0, ...diagram.items.map(drawn));
    case 'optional':
      return Optional(drawn(diagram.item));
    case 'repeated':
      return OneOrMore(drawn(diagram.item), diagram.separator && drawn(diagram.separator));
  }
}

/** The diagram as a line of text, for readers who cannot see the image. */
function written(diagram) {
  switch (diagram.kind) {
    case 'text':
      return `"${diagram.text}"`;
    case 'rule':
    case 'sort':
      return diagram.name;
    case 'sequence':
      return diagram.items.map(inSequence).join(' ');
    case 'choice':
      return diagram.items.map(written).join(' | ');
    case 'optional':
      return `[ ${written(diagram.item)} ]`;
    case 'repeated':
      return diagram.separator
        ? `${inSequence(diagram.item)} { ${written(diagram.separator)} ${inSequence(diagram.item)} }`
        : `${inSequence(diagram.item)} …`;
  }
}

const inSequence = (diagram) => (diagram.kind === 'choice' ? `( ${written(diagram)} )` : written(diagram));

/** @param {string} name the name of a diagram. Except for commas, it is also the anchor that GitHub makes of its heading. */
const slug = (name) => name.replaceAll(/[^a-z]+/g, '-');
const anchor = (name) => name.replaceAll(',', '').replaceAll(' ', '-');

function picture({ name, diagram }) {
  const head = ` xmlns="http://www.w3.org/2000/svg" role="img"><title>${name}</title><style>${style}</style>`;
  // Paths of no length are a third of the image's text.
  return String(Diagram(drawn(diagram)))
    .replaceAll(/<path d="M[\d.]+ [\d.]+h0"><\/path>\n/g, '')
    .replace('>', head);
}

/** All rules and sorts in a diagram, in order. */
function* leaves(diagram) {
  if (diagram.kind === 'rule' || diagram.kind === 'sort') yield diagram;
  if (diagram.kind === 'repeated' && diagram.separator) yield* leaves(diagram.separator);
  for (const inner of diagram.items ?? (diagram.item ? [diagram.item] : [])) yield* leaves(inner);
}

function section({ name, diagram }) {
  const rules = new Set();
  const sorts = new Map();
  for (const leaf of leaves(diagram)) {
    if (leaf.kind === 'rule' && leaf.name !== name) rules.add(`[${leaf.name}](#${anchor(leaf.name)})`);
    if (leaf.kind === 'sort') sorts.set(leaf.name, leaf.examples.map((each) => `\`${each}\``).join(', '));
  }
  return [
    `### ${name}`,
    `![syntax diagram of ${name}](grammar/${slug(name)}.svg)`,
    ...(rules.size > 0 ? [`Diagrams: ${[...rules].join(' · ')}`] : []),
    ...[...sorts].map(([sort, examples]) => `Examples of *${sort}*: ${examples}.`),
    `<details><summary>in text</summary>\n\n\`\`\`\n${written(diagram)}\n\`\`\`\n\n</details>`,
  ];
}

const page = () =>
  [
    introduction,
    ...diagramChapters.flatMap((chapter) => [
      `## ${chapter.heading}`,
      chapter.introduction,
      ...chapter.diagrams.flatMap(section),
    ]),
  ].join('\n\n');

export const generated = [
  { file: 'docs/grammar.md', text: () => `${page()}\n` },
  ...diagramChapters
    .flatMap(({ diagrams }) => diagrams)
    .map((each) => ({ file: `docs/grammar/${slug(each.name)}.svg`, text: () => `${picture(each)}\n` })),
];
