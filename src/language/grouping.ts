// Lists by what their items have in common.

/** Adds an item to the list of its key, which begins with it where there is none. */
export function addTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
