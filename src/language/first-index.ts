// Where in an ordered list something begins to be so, found by halving.

/** The index of the first item for which a test, true from some item on, is true; the length where there is none. */
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
