// The exit statuses of commands, in a separate file because code that only starts a command needs nothing else.

export const exitStatus = { clean: 0, findings: 1, usage: 2 } as const;
