// How long answers took: so many of each tenth of a millisecond, so that a million cost no more than ten.

const width = 0.1;
const widest = 600_000;

export class Latencies {
  private readonly counts = new Uint32Array(widest);
  private total = 0;

  add(milliseconds: number): void {
    const index = Math.min(widest - 1, Math.floor(milliseconds / width));
    this.counts[index] = this.counts[index]! + 1;
    this.total += 1;
  }

  /** The time, in milliseconds, within which that share of all was answered. */
  share(share: number): number {
    let left = Math.ceil(this.total * share);
    for (let i = 0; i < widest; i++) {
      left -= this.counts[i]!;
      if (left <= 0) return (i + 1) * width;
    }
    return widest * width;
  }

  toString(): string {
    return [0.5, 0.99, 0.999].map((share) => `p${share * 100} ${this.share(share).toFixed(1)} ms`).join(', ');
  }
}
