// Grouping of items by key, and maps with several words per row.

/** Adds an item to the list of its key, which is created if needed. */
export function addTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** Maps each word of a row's key (words separated by spaces) to the row's value. */
export function byWords<Value>(rows: Readonly<Record<string, Value>>): ReadonlyMap<string, Value> {
  return new Map(
    Object.entries(rows).flatMap(([words, value]) => words.split(' ').map((word) => [word, value] as const)),
  );
}
