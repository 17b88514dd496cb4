// What the files are called that people write an application in: they may call helpers, and be controllers.

/** The endings of modules, and of the views of common template languages. */
export const sourceEndings: readonly string[] =
  'ts tsx mts cts js jsx mjs cjs vue svelte astro mdx html ejs eta hbs handlebars liquid njk pug'.split(' ');
