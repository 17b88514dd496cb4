// Values whose bytes together stay below a limit. What has been there longest goes first, but what was asked for since its last turn is spared once.

/** What is held, which notes itself that it was asked for. */
export interface Held {
  readonly bytes: number;
  isUsed: boolean;
}

/** Values by keys, as many as there is room for. */
export class BoundedStore<Key, Value extends Held> {
  private readonly entries = new Map<Key, Value>();
  private bytes = 0;

  constructor(
    private readonly limit: number,
    private readonly dropped: (value: Value) => void = () => undefined,
  ) {}

  get(key: Key): Value | undefined {
    const value = this.entries.get(key);
    if (value !== undefined) value.isUsed = true;
    return value;
  }

  /** Holds a value under a key that has none; not where it has no room at all. */
  add(key: Key, value: Value): void {
    if (value.bytes > this.limit) return;
    while (this.bytes + value.bytes > this.limit) this.evict();
    this.entries.set(key, value);
    this.bytes += value.bytes;
  }

  delete(key: Key): void {
    const value = this.entries.get(key);
    if (value === undefined) return;
    this.entries.delete(key);
    this.bytes -= value.bytes;
    this.dropped(value);
  }

  private evict(): void {
    for (const [key, value] of this.entries) {
      if (!value.isUsed) {
        this.delete(key);
        return;
      }
      value.isUsed = false;
      this.entries.delete(key);
      this.entries.set(key, value);
    }
  }
}
