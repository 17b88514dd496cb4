// `direct` and `resolve`, as a routes file declares them and as code adds them.

import { describe, expect, it } from 'vitest';
import type { CustomHelpers } from '../../src/routing/generation/custom-helpers.js';
import { UrlGenerationError } from '../../src/routing/generation/generation-errors.js';
import { UrlHelpers } from '../../src/routing/generation/url-helpers.js';
import { namedRoutes } from '../support/named-routes.js';

class Basket {
  constructor(readonly id?: number) {}
}
class Order {
  constructor(readonly id?: number) {}
}

const routes = {
  cart: '/cart',
  basket: '/baskets/:id',
  baskets: '/baskets',
  'admin-basket': '/admin/baskets/:id',
  order: '/orders/:id',
  orders: '/orders',
  products: '/products(/:category)',
};

type Loose = (...values: readonly unknown[]) => string;

function helpersWith(customHelpers: Partial<CustomHelpers> = {}) {
  const helpers = new UrlHelpers({
    router: namedRoutes(routes, customHelpers),
    defaultUrlOptions: { host: 'a.b' },
  });
  return helpers as unknown as UrlHelpers & Record<string, Loose>;
}

/** A helper that was added by code, as a path and as a URL. */
function direct(
  target: Parameters<UrlHelpers['direct']>[1],
  ...values: readonly unknown[]
): [string, string] {
  const helpers = helpersWith().direct('home', target) as unknown as Readonly<Record<string, Loose>>;
  return [helpers['homePath']!(...values), helpers['homeUrl']!(...values)];
}

describe('direct', () => {
  it('takes the place of a route that `pathFor` gave last, and no other name does', () => {
    const helpers = helpersWith() as unknown as {
      pathFor: Loose;
      direct(name: string, target: string): void;
    };
    expect(helpers.pathFor('cart')).toBe('/cart');
    helpers.direct('cart', '/elsewhere');
    expect(() => helpers.pathFor(undefined)).toThrow(UrlGenerationError);
    expect(helpers.pathFor('cart')).toBe('/elsewhere');
    expect(() => helpers.pathFor(undefined)).toThrow(UrlGenerationError);
  });

  it('answers a URL with a scheme as path and as URL', () => {
    expect(direct('https://example.org/x')).toEqual(['https://example.org/x', 'https://example.org/x']);
    expect(direct(() => 'mailto:me@example.org')).toEqual(['mailto:me@example.org', 'mailto:me@example.org']);
  });

  it('gives a path the origin in its URL', () => {
    expect(direct('/about#us')).toEqual(['/about#us', 'http://a.b/about#us']);
    expect(direct('/about', { host: 'c.d', protocol: 'https' })).toEqual(['/about', 'https://c.d/about']);
  });

  it('looks up a list or a record', () => {
    expect(direct(['basket', 7])).toEqual(['/baskets/7', 'http://a.b/baskets/7']);
    expect(direct(() => new Basket(7))).toEqual(['/baskets/7', 'http://a.b/baskets/7']);
    expect(direct(() => ['admin', new Basket(7)])).toEqual([
      '/admin/baskets/7',
      'http://a.b/admin/baskets/7',
    ]);
    expect(direct(['products'], 'shoes', { page: 2 })).toEqual([
      '/products/shoes?page=2',
      'http://a.b/products/shoes?page=2',
    ]);
  });

  it('asks a callable with the values and the options, which are always there', () => {
    const seen: unknown[] = [];
    const home = (...values: readonly unknown[]): unknown => {
      seen.push(values);
      return '/x';
    };
    direct(home, 1, { q: 2 });
    expect(seen[0]).toEqual([1, { q: 2 }]);
    const object = { base: '/y', call: (options: unknown) => `/y/${Object.keys(options as object).join()}` };
    expect(direct(object, { z: 1 })[0]).toBe('/y/z');
  });

  it('has options of its own for calls that do not give them', () => {
    const helpers = helpersWith({
      direct: new Map([
        [
          'browse',
          {
            target: (options: { page: number; size: number }) => ['products', options],
            defaults: { page: 1, size: 10 },
          },
        ],
      ]),
    });
    expect(helpers['browsePath']!()).toBe('/products?page=1&size=10');
    expect(helpers['browsePath']!({ page: 2 })).toBe('/products?page=2&size=10');
  });

  it('hands on how the URL is made, and params only where the callable says so', () => {
    const helpers = helpersWith().direct('browse', (options) => [
      'products',
      { category: (options as { kind?: string }).kind },
    ]);
    expect(helpers['browsePath']!({ kind: 'shoes', anchor: 'x', q: 1 })).toBe('/products/shoes#x');
    expect(helpers['browseUrl']!({ host: 'c.d', q: 1 })).toBe('http://c.d/products');
  });

  it('is found in every spelling, by pathFor and urlFor too, before a route of its name', () => {
    const helpers = helpersWith().direct('home_page', '/h');
    expect([
      helpers['home-page-path']!(),
      helpers['homePagePath']!(),
      helpers.pathFor('home-page'),
      helpers.urlFor('homePage'),
    ]).toEqual(['/h', '/h', '/h', 'http://a.b/h']);
    expect(helpers['cartPath']!()).toBe('/cart');
    helpers.direct('cart', ['cart', { from: 'direct' }]);
    expect([helpers['cartPath']!(), helpers.pathFor('cart')]).toEqual([
      '/cart?from=direct',
      '/cart?from=direct',
    ]);
  });

  it('escapes what can stand in no URL', () => {
    expect(direct('/a b/é?q="x"')[0]).toBe('/a%20b/%C3%A9?q=%22x%22');
    expect(direct('https://example.org/\r\nx')[0]).toBe('https://example.org/%0D%0Ax');
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    '//evil.com',
    '/\\evil.com',
    'relative',
    '',
    '#top',
    '/\ud800',
  ])('refuses %j', (url) => {
    expect(() => direct(url)).toThrow(UrlGenerationError);
    expect(() => direct(url)).toThrow(/^the helper 'home' answered /);
  });

  it('refuses an answer that is none', () => {
    for (const answer of [undefined, null, 7, Symbol('x'), Promise.resolve('/x'), {}]) {
      expect(() => direct(() => answer)).toThrow(UrlGenerationError);
    }
    expect(() => direct(() => Promise.resolve('/x'))).toThrow(
      "the helper 'home' answered a promise, and helpers do not wait",
    );
    expect(() => direct(() => 7)).toThrow(expect.objectContaining({ route: 'home' }));
  });

  it('has a name that a helper can have', () => {
    for (const name of ['', '7up', 'a b', 'a/b'])
      expect(() => helpersWith().direct(name, '/x')).toThrow(TypeError);
    expect(() => helpersWith().direct('x', 7 as never)).toThrow(
      "the helper 'x' cannot be 7; give a function, a URL, or a list",
    );
  });
});

describe('resolve', () => {
  const resolve = (target: Parameters<UrlHelpers['resolve']>[1]): UrlHelpers =>
    helpersWith().resolve('Basket', target);

  it('says where the records of a class lead', () => {
    expect(resolve(['cart']).polymorphicPath(new Basket(7))).toBe('/cart');
    expect(resolve('cart').polymorphicPath(new Basket(7))).toBe('/cart');
    expect(resolve(['cart']).urlFor(new Basket(7))).toBe('http://a.b/cart');
    expect(resolve(['cart']).polymorphicPath(new Order(7))).toBe('/orders/7');
  });

  it('asks a callable with the record and the options', () => {
    expect(resolve((basket) => ['order', (basket as Basket).id]).polymorphicPath(new Basket(7))).toBe(
      '/orders/7',
    );
    expect(resolve((_, options) => ['cart', options]).polymorphicPath(new Basket(7), { q: 1 })).toBe(
      '/cart?q=1',
    );
    expect(resolve(() => ['cart']).polymorphicPath(new Basket(7), { q: 1, anchor: 'x' })).toBe('/cart#x');
  });

  it('does not resolve a record of the class again', () => {
    expect(resolve((basket) => ['admin', basket]).polymorphicPath(new Basket(7))).toBe('/admin/baskets/7');
    expect(resolve((basket) => [basket]).polymorphicPath(new Basket(7))).toBe('/baskets/7');
    expect(resolve((basket) => basket).polymorphicPath(new Basket(7))).toBe('/baskets/7');
    const circle = resolve((basket) => new Order((basket as Basket).id)).resolve('Order', (order) => [
      new Basket((order as Order).id),
    ]);
    expect(circle.polymorphicPath(new Basket(7))).toBe('/baskets/7');
  });

  it('may lead to a class, which is never resolved', () => {
    const helpers = resolve(() => [Order]).resolve('Order', ['cart']);
    expect(helpers.polymorphicPath(new Basket(7))).toBe('/orders');
  });

  it('comes from a routes file as well', () => {
    const helpers = helpersWith({ resolve: new Map([['Basket', ['cart']]]) });
    expect(helpers.polymorphicPath(new Basket(7))).toBe('/cart');
  });

  it('refuses an answer that is none', () => {
    for (const answer of [undefined, null, 7, Promise.resolve(['cart'])]) {
      expect(() => resolve(() => answer).polymorphicPath(new Basket(7))).toThrow(UrlGenerationError);
    }
    expect(() => helpersWith().resolve('', ['cart'])).toThrow(TypeError);
  });

  it('uses the plurals of the application', () => {
    class Gadget {}
    const helpers = new UrlHelpers({
      router: namedRoutes({ gadgetry: '/gadgetry' }, { plural: (singular) => `${singular}ry` }),
    });
    expect(helpers.polymorphicPath(new Gadget())).toBe('/gadgetry');
  });
});
