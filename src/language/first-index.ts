// Binary search.

/** The index of the first item for which `test` is true, or the list's length. From that item on, `test` must be true for all. */
export function firstIndex<Item>(list: readonly Item[], test: (item: Item) => boolean): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(list[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
