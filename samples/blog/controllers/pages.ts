// The pages that are no lists: the front page, the one about the blog, and the blog in numbers.

import type { Response, ActionRequest, Controller } from 'waypost';
import { latestPosts, tagsWithCounts } from '../store/posts.js';
import { html, type Html } from '../views/html.js';
import { page } from '../views/layout.js';
import { tagList, teaser } from '../views/posts.js';

export function home(request: ActionRequest<'pages#home'>): Response {
  const links = request.helpers;
  const [first, ...others] = latestPosts(7);
  const tags = tagsWithCounts().map(({ name }) => name);
  return page(
    request,
    {},
    html`<section class="hero">
        <h1>Notes on paths, walked and written</h1>
        <p>Signposts, maps, addresses and other ways of telling somebody where to go.</p>
      </section>
      ${first === undefined ? html`<p class="quiet">Nothing has been written yet.</p>` : html`<div class="latest">${teaser(links, first)}</div>`}
      <div class="cards">${others.map((post) => teaser(links, post))}</div>
      <p class="more"><a class="button" href="${links.pathFor('posts')}">All posts</a></p>
      <section class="topics">
        <h2>Topics</h2>
        <p>${tagList(links, tags)}</p>
      </section>`,
  );
}

export function about(request: ActionRequest<'pages#about'>): Response {
  const links = request.helpers;
  return page(
    request,
    { title: 'About', section: 'about', description: 'What Fingerpost is made of' },
    html`<article class="post">
      <header>
        <h1>About</h1>
        <p class="lead">A fingerpost is a sign with arms. This one is a sample application.</p>
      </header>
      <div class="prose">
        <p>
          Everything you can reach here is declared in one text file, <code>config/routes</code>. Some of it
          to try:
        </p>
        <ul>
          <li>
            <a href="${links.pathFor('posts', { format: 'json' })}">The posts as JSON</a>, or
            <a href="${links.pathFor('post', 1, { format: 'json' })}">one of them</a>, by the same routes as
            the pages
          </li>
          <li>
            <a href="${links.pathFor('archive', '2026', '07')}">A month of the archive</a>: both the year and
            the month may be left out
          </li>
          <li>
            <a href="/articles/2">An address from before</a>, which leads to where the post is now, as does
            <a href="/2026/05/old-addresses-never-die">an even older one</a>
          </li>
          <li>
            <a href="${links.pathFor('charts', 'tags.json')}">The data of a chart</a>, by an application that
            is mounted here, and
            <a href="${links.pathFor('charts', 'weather.svg')}">a chart that it does not have</a>
          </li>
          <li><a href="${links.pathFor('health')}">The health check</a>, a function of a module</li>
          <li><a href="/nowhere">Nothing at all</a></li>
        </ul>
        <p>The posts, the places and their people are made up. The paths, as ever, are real.</p>
      </div>
    </article>`,
  );
}

export function numbers(request: ActionRequest<'pages#numbers'>): Response {
  const links = request.helpers;
  const chart = (name: string, title: string): Html =>
    html`<figure class="chart">
      <figcaption>
        ${title} <a class="quiet" href="${links.pathFor('charts', `${name}.json`)}">data</a>
      </figcaption>
      <img src="${links.pathFor('charts', `${name}.svg`)}" alt="${title}, as a bar chart" />
    </figure>`;
  return page(
    request,
    { title: 'Numbers', section: 'numbers' },
    html`<h1>Numbers</h1>
      ${chart('months', 'Posts of the last months')} ${chart('tags', 'Posts by tag')}
      ${chart('readers', 'Comments by reader')}`,
  );
}

({ home, about, numbers }) satisfies Controller<'pages'>;
