// Texts of any number of lines for the language servers, and the places in them that requests are about.

import type { Position } from './lsp-client.js';

function positionAfter(text: string, needle: string, offset = 0): Position {
  const found = text.indexOf(needle);
  if (found < 0) throw new Error(`the text has no ${needle}`);
  const before = text.slice(0, found + offset);
  const line = before.split('\n').length - 1;
  return { line, character: before.length - (before.lastIndexOf('\n') + 1) };
}

/** Areas of fourteen lines, each with resources, nesting, scopes, constraints and routes of its own. */
const area = (number: number): string => `  # area ${number}
  namespace 'area${number}' {
    resources 'articles${number}', concerns => 'commentable', except => <destroy> {
      member { get 'preview' }
      collection { get 'search' }
      resources 'photos${number}', only => <index show>
    }
    scope '(:locale)', locale => /en|de/, {
      get  '/pages/:slug', to=>'pages${number}#show', constraints => { slug => /[a-z-]+/ };
      get '/about', to => 'pages${number}#about', as => 'about'
    }
    match '/find', to => 'finder${number}#run', via => <get post>
    get '/old', to => redirect('/area${number}/find', status => 302)
  }
`;

export interface RoutesPlaces {
  /** After the last word of an `except` or `only`. */
  readonly only: Position;
  readonly resources: Position;
  /** Two whole statements. */
  readonly statements: { readonly start: Position; readonly end: Position };
  readonly concern: Position;
  readonly concernUse: Position;
  /** The line before which a statement may be put in. */
  readonly free: number;
  /** The same in the middle of the text, between two areas. */
  readonly middle: number;
}

/** A routes file of about as many lines, with a mistake of layout in each area. */
export function routesText(lines: number): { readonly text: string; readonly places: RoutesPlaces } {
  const areas = Array.from({ length: Math.max(2, Math.round((lines - 4) / 14)) }, (_, number) =>
    area(number),
  );
  const text = `routes {\n  root to => 'home#index'\n  concern 'commentable' { resources 'comments', only => <index create> }\n${areas.join('')}}\n`;
  return {
    text,
    places: {
      only: positionAfter(text, '<index show>', '<index show'.length),
      resources: positionAfter(text, "resources 'articles0'", 3),
      statements: {
        start: positionAfter(text, 'member {'),
        end: positionAfter(text, "{ get 'search' }", "{ get 'search' }".length),
      },
      concern: positionAfter(text, "'commentable'", 3),
      concernUse: positionAfter(text, "concerns => 'commentable'", "concerns => 'com".length),
      free: text.split('\n').length - 2,
      middle: text.slice(0, text.indexOf(`  # area ${areas.length >> 1}`)).split('\n').length - 1,
    },
  };
}

const model = (number: number): string => `/// A model of its own.
model Article${number} {
  id        Int      @id @default(autoincrement())
  title     String   @unique
  slug      String?
  isPublic  Boolean  @default(false)
  createdAt DateTime @default(now())
  comments  Comment${number}[]
}

model Comment${number} {
  id        Int    @id @default(autoincrement())
  body        String
  articleId Int
  article   Article${number} @relation(fields: [articleId], references: [id])
}

`;

/** A Prisma schema of about as many lines. */
export function prismaText(lines: number): {
  readonly text: string;
  readonly places: { readonly type: Position; readonly use: Position; readonly free: number };
} {
  const models = Array.from({ length: Math.max(2, Math.round((lines - 10) / 17)) }, (_, number) =>
    model(number),
  );
  const text = `generator client {\n  provider = "prisma-client-js"\n}\n\ndatasource db {\n  provider = "postgresql"\n}\n\n${models.join('')}`;
  return {
    text,
    places: {
      type: positionAfter(text, 'isPublic  Boolean  @', 'isPublic  Boolean  @'.length),
      use: positionAfter(text, 'article   Article0', 'article   Art'.length),
      free: text.slice(0, text.lastIndexOf('  articleId Int')).split('\n').length - 1,
    },
  };
}
