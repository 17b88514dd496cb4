// Restarting the server, whatever it is doing just then. The client refuses to stop a server that is still starting, gives up
// on one that does not answer, and leaves it at that; somebody who restarts a server means one that runs afterwards.

/** What is used of the language client. */
export interface Restartable {
  /** It is starting or running. */
  needsStop(): boolean;
  isRunning(): boolean;
  start(): Promise<void>;
  stop(timeout: number): Promise<void>;
}

/** Milliseconds for which a busy server may be at its last answer; the client then ends its process. */
const longestStop = 5_000;

/** Restarts a client's server. Asked again meanwhile, it is the same restart. */
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
