// Writes a table as lists of requests: an `.http` file, from which editors can send requests, and a sitemap.

import { escapeControls, escapeMarkup } from '../http/printable.js';
import { targetText, type RouteDefinition } from '../routing/patterns/route.js';
import { recognition } from '../routing/recognition/matcher.js';
import { Router } from '../routing/router/router.js';
import type { Routes } from './manifest.js';
import { formText, pathForms } from './path-forms.js';

/** One request for each route and verb. Names are variables: `GET {{host}}/posts/{{id}}` (docs/router.md, "The manifest"). */
export function httpFile({ routes }: Routes, host: string): string {
  const names = new Set<string>();
  const requests = routes.flatMap(({ definition: route }) => {
    if (route.target.kind === 'mount') return [];
    const [shortest = []] = pathForms(route.pattern);
    const variable = (name: string): string => {
      names.add(name);
      return `{{${name}}}`;
    };
    const path = formText(shortest, variable, encoded);
    const verbs = route.any ? ['GET'] : route.verbs;
    return verbs.map((verb) => ({ target: escapeControls(targetText(route.target)), verb, path }));
  });
  let ofHost = 'host';
  while (names.has(ofHost)) ofHost = `_${ofHost}`;
  const variables = [
    `@${ofHost} = ${escapeControls(baseOf(host))}`,
    ...[...names].map((name) => `@${name} = `),
  ];
  const blocks = requests.map(({ target, verb, path }) => `### ${target}\n${verb} {{${ofHost}}}${path}`);
  return `${[variables.join('\n'), ...blocks].join('\n\n')}\n`;
}

/** Removes slashes from the end of an address, since each path begins with one. */
function baseOf(address: string): string {
  return address.replace(/(?<!\/)\/+$/, '');
}

/**
 * The paths that a GET without params answers. They have no names or request constraints, are no redirects, and are not hidden by an
 * earlier route.
 */
function staticPaths({ routes }: Routes): string[] {
  const router = new Router({
    recognition,
    routes: routes.map(({ definition }) => definition).filter(answersAnybody),
  });
  const paths = routes.flatMap(({ definition }) => {
    const { verbs, any, pattern, target, requestConstraints, facts } = definition;
    const isPage = target.kind === 'controller' || target.kind === 'callable';
    if (!isPage || requestConstraints.length > 0 || facts?.sunset) return [];
    if (!any && !verbs.includes('GET')) return [];
    const fixed = pathForms(pattern).filter((parts) => parts.every((part) => typeof part === 'string'));
    const path = fixed
      .map((parts) => formText(parts, () => '', encoded))
      .find((each) => (router.recognize('GET', each)?.route.definition ?? definition) === definition);
    return path ?? [];
  });
  return [...new Set(paths)];
}

/** Whether a route depends on nothing but the path: neither on callables nor on the request. */
function answersAnybody({ segmentConstraints, requestConstraints }: RouteDefinition): boolean {
  const kinds = [...segmentConstraints.values()].flat().map(({ kind }) => kind);
  return requestConstraints.length === 0 && !kinds.includes('callable');
}

/** A sitemap (sitemaps.org) of the static GET routes. `origin` is the site's: `https://example.com` (docs/router.md, "The manifest"). */
export function sitemap(routes: Routes, origin: string): string {
  const base = baseOf(origin);
  const urls = staticPaths(routes).map((path) => `  <url><loc>${escapeMarkup(base + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

function encoded(text: string): string {
  return text.toWellFormed().replace(/[^\w\-.~!$&'()*+,;=:@/]+/g, encodeURIComponent);
}
