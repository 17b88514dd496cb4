/** How long, in milliseconds, a test waits for what another process or a connection does: far longer than it takes, also on a busy machine. */
export const patience = 60_000;
