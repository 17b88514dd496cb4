// The statuses that commands end with. They stand by themselves: what only starts a command needs nothing else of it.

export const exitStatus = { clean: 0, findings: 1, usage: 2 } as const;
