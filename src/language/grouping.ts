// Lists by what their items have in common, and maps of words that mean the same.

/** Adds an item to the list of its key, which begins with it where there is none. */
export function addTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** By each word, what a row has for all the words of its key, with spaces between them. */
export function byWords<Value>(rows: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> {
  return new Map(
    Object.entries(rows).flatMap(([words, value]) => words.split(' ').map((word) => [word, value] as const)),
  );
}
