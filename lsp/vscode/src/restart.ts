// Restarts the server in any state. The client itself refuses to stop a server that is still starting, and gives up on one that
// does not answer. After a restart here, a server runs in both cases.

/** The part of the language client that is used here. */
export interface Restartable {
  /** Whether it is starting or running. */
  needsStop(): boolean;
  isRunning(): boolean;
  start(): Promise<void>;
  stop(timeout: number): Promise<void>;
}

/** Milliseconds that a busy server gets for its last answer. After that the client ends its process. */
const longestStop = 5_000;

/** Makes the function that restarts a client's server. A call during a restart waits for the same restart. */
export function restarter(client: Restartable): () => Promise<void> {
  let running: Promise<void> | undefined;
  const restart = async (): Promise<void> => {
    const isStarting = client.needsStop() && !client.isRunning();
    if (isStarting) await client.start().catch(() => undefined);
    await client.stop(longestStop).catch(() => undefined);
    await client.start();
  };
  return () =>
    (running ??= restart().finally(() => {
      running = undefined;
    }));
}
