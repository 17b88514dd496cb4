// A compiled module that may be replaced while the page stays: whoever has imported the router goes on with the newest.

const made = 'export default createRouter(compiled);\n';

/** The module for Vite's dev server, which finds `import.meta.hot.accept` by its text. */
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
