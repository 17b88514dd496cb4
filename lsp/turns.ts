// Giving way: long work stops now and then, so that what a client has sent meanwhile is read and acted upon first.
//
//   lint 3 ms · turn · (a keystroke: the text is another, the linting ends)

/** Browsers have no `setImmediate`. */
const soon: (callback: () => void) => void =
  typeof setImmediate === 'function'
    ? (callback) => void setImmediate(callback)
    : (callback) => void setTimeout(callback, 0);

/** How many turns of the event loop it takes until what has arrived is read, taken apart and handed over. */
const turnsToRead = 3;

/** Resolves in the next turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => soon(resolve));
}

/** Resolves once every message that has arrived is acted upon. */
export async function messagesRead(): Promise<void> {
  for (let turn = 0; turn < turnsToRead; turn++) await nextTurn();
}
