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

/** What comes of a promise within so many milliseconds; undefined where that takes longer. */
export async function within<Value>(
  milliseconds: number,
  promise: Promise<Value>,
): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, milliseconds, undefined)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
