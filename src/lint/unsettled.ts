// What a rule still has to look at in a list that changes with each edit: what is new in it, and that in which something was found. The rest was
// looked at in an earlier version of the text, and there was nothing.
//
//   get '/a', …      looked at
//   get '/b', …      something was found: looked at again, so that it is told where it stands now
//   get '/ty│        new

/** Where a list differs from another: so many items from some place on are gone, and so many others have come. */
export interface Change {
  readonly start: number;
  readonly gone: number;
  readonly come: number;
}

/** Where a list differs from an earlier one; all that is the same before and behind is left out. */
export function changeOf(before: readonly unknown[], now: readonly unknown[]): Change {
  const most = Math.min(before.length, now.length);
  let start = 0;
  while (start < most && before[start] === now[start]) start++;
  let kept = 0;
  while (kept < most - start && before[before.length - 1 - kept] === now[now.length - 1 - kept]) kept++;
  return { start, gone: before.length - kept - start, come: now.length - kept - start };
}

export class Unsettled {
  /** The places of the items, in their order; undefined for all of them. */
  #places: readonly number[] | undefined;

  /** Takes a change of the list into account. */
  change({ start, gone, come }: Change): void {
    if (!this.#places || (gone === 0 && come === 0)) return;
    const places: number[] = [];
    for (const place of this.#places) if (place < start) places.push(place);
    for (let place = start; place < start + come; place++) places.push(place);
    for (const place of this.#places) if (place >= start + gone) places.push(place + come - gone);
    this.#places = places;
  }

  /** Looks at each item that has to be looked at; `look` says whether it is done with. */
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
