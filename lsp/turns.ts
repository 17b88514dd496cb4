// Long work pauses now and then, so that messages from the client are handled first.
//
//   lint 3 ms · turn · (a keystroke: the text has changed, so the lint ends)

/** Browsers have no `setImmediate`. */
const soon: (callback: () => void) => void =
  typeof setImmediate === 'function'
    ? (callback) => void setImmediate(callback)
    : (callback) => void setTimeout(callback, 0);

/** How many turns of the event loop it takes to read, parse and dispatch a message that has arrived. */
const turnsToRead = 3;

/** Resolves in the next turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => soon(resolve));
}

/** Resolves once all messages that have arrived are handled. */
export async function messagesRead(): Promise<void> {
  for (let turn = 0; turn < turnsToRead; turn++) await nextTurn();
}

/** The result of a promise; undefined if it takes longer than this many milliseconds. */
export async function within<Value>(
  milliseconds: number,
  promise: Promise<Value>,
): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, milliseconds, undefined)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
