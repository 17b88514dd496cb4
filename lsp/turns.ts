// Giving way to the client: long work pauses now and then, so that messages which have arrived meanwhile are handled first.
//
//   lint 3 ms · turn · (a keystroke: the text is another, the linting ends)

/** Browsers have no `setImmediate`. */
const soon: (callback: () => void) => void =
  typeof setImmediate === 'function'
    ? (callback) => void setImmediate(callback)
    : (callback) => void setTimeout(callback, 0);

/** The turns of the event loop that it takes to read, parse and dispatch a message that has arrived. */
const turnsToRead = 3;

/** Resolves in the next turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => soon(resolve));
}

/** Resolves once every message that has arrived is acted upon. */
export async function messagesRead(): Promise<void> {
  for (let turn = 0; turn < turnsToRead; turn++) await nextTurn();
}
