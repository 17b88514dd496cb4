// Headers of a request or a response: names in lower case, in the order in which they were set. A name may occur several times.
//
// The interface is the commonly used part of the Fetch standard's `Headers`. The store is one flat list, because `node:http` gives and
// takes headers in this form:
//
//     new Headers({ 'Content-Type': 'text/plain', 'Set-Cookie': ['a=1', 'b=2'] }).flat()
//       → ['content-type', 'text/plain', 'set-cookie', 'a=1', 'set-cookie', 'b=2']

/** What headers can be made from. A list adds one field for each value; `undefined` adds none. */
export type HeadersInit =
  | Iterable<readonly [string, string]>
  | { readonly [name: string]: string | number | readonly string[] | undefined };

/** A header name or value that cannot be sent, such as a value with a line break in it (docs/middleware.md, "Requests and responses"). */
export class InvalidHeaderError extends TypeError {
  override get name(): 'InvalidHeaderError' {
    return 'InvalidHeaderError';
  }
}

const tokenPattern = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const unsendablePattern = /[^\t\x20-\x7e\x80-\xff]/;

/** Names that were checked, with their lower-case form. The number is limited; programs use few different names. */
const checkedNames = new Map<string, string>();
const maximumCheckedNames = 512;

function checkedName(name: string): string {
  const known = checkedNames.get(name);
  if (known !== undefined) return known;
  if (typeof name !== 'string' || !tokenPattern.test(name)) {
    throw new InvalidHeaderError(`${quoted(name)} is not a header name; use letters, digits and "-"`);
  }
  const lowered = name.toLowerCase();
  if (checkedNames.size < maximumCheckedNames) checkedNames.set(name, lowered);
  return lowered;
}

/** A name in lower case. */
export function lowered(name: string): string {
  return checkedNames.get(name) ?? name.toLowerCase();
}

function checkedValue(name: string, value: unknown): string {
  const text = String(value);
  if (value === undefined || typeof value === 'object' || unsendablePattern.test(text)) {
    throw new InvalidHeaderError(
      `header '${name}' cannot be ${quoted(text)}; a value has no line breaks, control characters or letters beyond Latin-1, percent-encode them`,
    );
  }
  return text;
}

function quoted(value: unknown): string {
  const text = JSON.stringify(String(value));
  return text.length > 100 ? `${text.slice(0, 99)}…"` : text;
}

/**
 * Headers as in Fetch: names in any case, kept in the order in which they were set (docs/middleware.md, "Requests and responses").
 * Methods that set a header throw an `InvalidHeaderError` for a name or value that cannot be sent.
 */
export class Headers implements Iterable<[string, string]> {
  /** Names and values in turn. */
  protected list: readonly string[];
  /** Whether other headers may share the list. It is then copied before a change. Most copies are never changed. */
  #isShared = false;

  /** Throws `InvalidHeaderError` for a name that is no token and for a value with a line break in it. */
  constructor(init?: HeadersInit) {
    if (init instanceof Headers) {
      this.list = init.flat();
      this.#isShared = init.#isShared = true;
      return;
    }
    this.list = [];
    if (!init) return;
    if (typeof init !== 'object')
      throw new InvalidHeaderError(`headers are { name: value }, not ${String(init)}`);
    if (Symbol.iterator in init) {
      for (const [name, value] of init) this.append(name, value);
    } else {
      for (const name of Object.keys(init)) {
        const value = init[name];
        if (Array.isArray(value)) for (const one of value) this.append(name, one as string);
        else if (value !== undefined) this.append(name, value as string);
      }
    }
  }

  /** The value of a header, null if there is none. Several values are joined by `, `. */
  get(name: string): string | null {
    const wanted = lowered(name);
    let found: string | null = null;
    for (let i = 0; i < this.list.length; i += 2)
      if (this.isNamed(i, wanted))
        found = found === null ? this.list[i + 1]! : `${found}, ${this.list[i + 1]!}`;
    return found;
  }

  /** Every `Set-Cookie` header. Only these cannot be joined. */
  getSetCookie(): string[] {
    return this.all('set-cookie');
  }

  /** Every value of that name, unjoined, in order. */
  all(name: string): string[] {
    const wanted = lowered(name);
    const values: string[] = [];
    for (let i = 0; i < this.list.length; i += 2) if (this.isNamed(i, wanted)) values.push(this.list[i + 1]!);
    return values;
  }

  /** Whether there is a header of this name. */
  has(name: string): boolean {
    return this.#indexOf(lowered(name)) >= 0;
  }

  /** Replaces all values of a header with this one. */
  set(name: string, value: string | number): this {
    const checked = checkedName(name);
    const text = checkedValue(checked, value);
    const list = this.#own();
    const index = this.#indexOf(checked);
    if (index < 0) {
      list.push(checked, text);
    } else {
      list[index + 1] = text;
      this.#removeFrom(index + 2, checked);
    }
    return this;
  }

  /** Adds a value to those that the header has. Throws an `InvalidHeaderError` for a name or value that cannot be sent. */
  append(name: string, value: string | number): this {
    const checked = checkedName(name);
    this.#own().push(checked, checkedValue(checked, value));
    return this;
  }

  /** Adds a word to a header that holds a list (`Vary`), unless the list contains it. */
  addToken(name: string, token: string): this {
    const current = this.get(name);
    if (current === null) return this.set(name, token);
    const known = current.split(',').map((each) => each.trim().toLowerCase());
    return known.includes(token.toLowerCase()) || known.includes('*')
      ? this
      : this.set(name, `${current}, ${token}`);
  }

  /** Removes a header, if there is one. */
  delete(name: string): this {
    this.#removeFrom(0, lowered(name));
    return this;
  }

  /** Names and values in turn, as `writeHead` of `node:http` takes them. This is the store itself: do not change it. */
  flat(): readonly string[] {
    return this.list;
  }

  /** Calls a function with each value, as `entries` gives them. */
  forEach(visit: (value: string, name: string, headers: Headers) => void): void {
    for (const [name, value] of this) visit(value, name, this);
  }

  /** The names as `entries` gives them, in lower case. */
  *keys(): IterableIterator<string> {
    for (const [name] of this) yield name;
  }

  /** The values as `entries` gives them. */
  *values(): IterableIterator<string> {
    for (const [, value] of this) yield value;
  }

  /** Each name in lower case with its value. Several values are joined by commas, except those of `set-cookie`. */
  *entries(): IterableIterator<[string, string]> {
    for (const name of new Set(this.flat().filter((_, i) => i % 2 === 0)))
      for (const value of name === 'set-cookie' ? this.all(name) : [this.get(name)!]) yield [name, value];
  }

  /** The same as `entries`. */
  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.entries();
  }

  /** The list with names in lower case, copied if it is shared; it may be changed. */
  #own(): string[] {
    this.flat();
    if (this.#isShared) this.list = this.list.slice();
    this.#isShared = false;
    return this.list as string[];
  }

  /** Whether the name at an index of the list is `wanted`, which is in lower case. */
  protected isNamed(index: number, wanted: string): boolean {
    return this.list[index] === wanted;
  }

  #indexOf(wanted: string, from = 0): number {
    for (let i = from; i < this.list.length; i += 2) if (this.isNamed(i, wanted)) return i;
    return -1;
  }

  #removeFrom(start: number, name: string): void {
    const list = this.#own();
    for (let i = start; (i = this.#indexOf(name, i)) >= 0;) list.splice(i, 2);
  }
}

/**
 * Whether headers of a request may make the response depend on what the client already has (`If-…`, `Range`). False if there are none, as
 * in most requests. The value of `If-None-Match` if it is the only one. Otherwise true.
 */
export function conditionOf(headers: Headers): boolean | string {
  const list = headers['list'];
  let condition: boolean | string = false;
  for (let i = 0; i < list.length; i += 2) {
    const name = list[i]!;
    const first = name.charCodeAt(0) | 0x20;
    if (first === 0x69 ? name.charCodeAt(2) !== 0x2d : first !== 0x72 || name.length !== 5) continue;
    if (condition !== false) return true;
    condition = lowered(name) === 'if-none-match' ? list[i + 1]! : true;
  }
  return condition;
}
