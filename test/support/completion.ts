// Completion at a `|` in a text, with a fake application.

import { complete } from '../../lsp/features/completion.js';
import { Snapshot } from '../../src/analysis/snapshot.js';
import { Source } from '../../src/language/source.js';
import { fakeApplication, fakeBindings } from './fake-application.js';

/** The completions at `|`, each as the whole text with it. */
export function offered(marked: string): string[] {
  const { text, items } = completed(marked);
  return items.map(({ insert, span }) => text.slice(0, span.start) + insert + text.slice(span.end));
}

/** The labels of the completions at `|`. */
export function labels(marked: string): string[] {
  return completed(marked).items.map(({ label }) => label);
}

function completed(marked: string): { readonly text: string; readonly items: ReturnType<typeof complete> } {
  const text = marked.replace('|', '');
  const host = { application: fakeApplication, bindings: fakeBindings };
  return { text, items: complete(new Snapshot(new Source('routes', text)), marked.indexOf('|'), host) };
}
