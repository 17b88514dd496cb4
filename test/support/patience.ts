/** The milliseconds that a test waits for another process or a connection. It is far more than needed, even on a busy machine. */
export const patience = 60_000;
