declare module '@medley/router' {
  /** What is used of it, which has no types of its own. */
  export default class Router<Store> {
    constructor(options: { storeFactory(): Store });
    register(path: string): Store;
    find(url: string): { store: Store; params: Record<string, string> } | null;
  }
}
