// A compiled module that can be replaced without reloading the page. Whoever has imported the router keeps using the newest one.

const made = 'export default createRouter(compiled);\n';

/** The module for Vite's dev server. Vite finds `import.meta.hot.accept` by its text. */
export function hotModule(code: string): string {
  return `${code.slice(0, -made.length)}const router = createRouter(compiled);
let swapping = router;
if (import.meta.hot) {
  import.meta.hot.accept();
  const { data } = import.meta.hot;
  data.newest = router;
  swapping = data.swapping ??= new Proxy(Object.create(Object.getPrototypeOf(router)), {
    get(_, key) {
      const value = Reflect.get(data.newest, key, data.newest);
      return typeof value === 'function' ? value.bind(data.newest) : value;
    },
  });
}
export default swapping;
`;
}
