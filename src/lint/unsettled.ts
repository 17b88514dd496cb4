// The items of a list that a rule still has to look at after an edit: new items, and items in which it found something.
// It found nothing in the others in an earlier version of the text.
//
//   get '/a', …      nothing was found: skipped
//   get '/b', …      something was found: looked at again, so that it is reported at its current place
//   get '/ty│        new: looked at

/** The difference between two lists: from `start`, `gone` items are replaced by `come` others. */
export interface Change {
  readonly start: number;
  readonly gone: number;
  readonly come: number;
}

/** The difference of a list to an earlier one, without their common beginning and end. */
export function changeOf(before: readonly unknown[], now: readonly unknown[]): Change {
  const most = Math.min(before.length, now.length);
  let start = 0;
  while (start < most && before[start] === now[start]) start++;
  let kept = 0;
  while (kept < most - start && before[before.length - 1 - kept] === now[now.length - 1 - kept]) kept++;
  return { start, gone: before.length - kept - start, come: now.length - kept - start };
}

export class Unsettled {
  /** The indexes of the items to look at, in ascending order; undefined for all items. */
  #places: readonly number[] | undefined;

  /** Applies a change of the list. */
  change({ start, gone, come }: Change): void {
    if (!this.#places || (gone === 0 && come === 0)) return;
    const places: number[] = [];
    for (const place of this.#places) if (place < start) places.push(place);
    for (let place = start; place < start + come; place++) places.push(place);
    for (const place of this.#places) if (place >= start + gone) places.push(place + come - gone);
    this.#places = places;
  }

  /** Calls `look` for each item that has to be looked at. Items for which it returns false are looked at again next time. */
  settle<Item>(items: readonly Item[], look: (item: Item) => boolean): void {
    const left: number[] = [];
    const visit = (item: Item | undefined, place: number): void => {
      if (item !== undefined && !look(item)) left.push(place);
    };
    const places = this.#places;
    this.#places = undefined;
    if (places) for (const place of places) visit(items[place], place);
    else items.forEach(visit);
    this.#places = left;
  }
}
