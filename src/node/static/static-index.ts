// Finds the files below a root: which exist, in which encodings, and that each really lies below the root.
//
// Unless the options allow a file to be rechecked later, it is stat'ed in every turn of the event loop, so changes are seen at once. The
// rest (validators, headers, the check that the file lies below the root) is kept while `stat` returns the same. The place of the file is
// checked again after a second, since its folder may be moved. Before bytes are sent, the opened file is compared with the checked one, so
// a symbolic link that is changed in between cannot lead out of the root.

import { type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { contentType } from 'mime-types';
import { Headers } from '../../http/headers.js';
import { type FileIdentity, isOpenedBelow, isSameFile, quietly, readRange } from './file-body.js';
import { type CacheLimits, type KeepableFile, KeptBytes } from './kept-bytes.js';
import type { ContentEncoding } from './static-encoding.js';
import { type Validators, validatorsOf } from './static-validators.js';

/** A file as it is sent in one encoding. */
export interface Variant extends KeepableFile {
  readonly encoding: ContentEncoding;
  readonly validators: Validators;
  /** The headers of the whole file, without `content-length`. */
  readonly headers: Headers;
  /** The same with `content-length`, for HEAD. */
  readonly headersOfHead: Headers;
  /** The headers of a 304: those that a cache needs, without those of the body. */
  readonly headers304: Headers;
}

/** A file with its precompressed siblings. The file itself is the last variant. */
export interface FoundFile {
  /** The path below the root. */
  readonly relative: string;
  readonly encodings: readonly ContentEncoding[];
  readonly variants: readonly [Variant, ...Variant[]];
}

export interface IndexOptions {
  readonly root: string;
  readonly precompressed: boolean;
  /** Undefined if no bytes are kept. */
  readonly cache: CacheLimits | undefined;
  /** Additional headers of the file with this relative path. */
  readonly headersFor: (relative: string) => Headers | undefined;
}

/** A file that was found. It stays valid while `stat` returns the same for the file and its siblings. */
interface Place {
  readonly found: FoundFile;
  /** One for each of `siblings`, in that order; undefined if it does not exist or cannot be sent. */
  readonly compressed: readonly (Variant | undefined)[];
  /** When the file was last stat'ed, in milliseconds. */
  checked: number;
  /** When it was last checked that the file lies below the root, in milliseconds. */
  checkedLinks: number;
}

const compressedSiblings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
/** For how many milliseconds the check that a file lies below the root is trusted. */
const linksHold = 1000;
const maximumPlaces = 20_000;

export class StaticIndex {
  private readonly places = new Map<string, Place>();
  private readonly kept: KeptBytes | undefined;
  private readonly recheck: number;
  private readonly turn = new Turn();
  /** The root with a separator at its end. */
  private readonly top: string;
  private readonly siblings: readonly (readonly [ContentEncoding, string])[];

  constructor(private readonly options: IndexOptions) {
    this.top = options.root.endsWith(path.sep) ? options.root : options.root + path.sep;
    this.siblings = options.precompressed ? compressedSiblings : [];
    this.kept = options.cache && new KeptBytes(options.cache);
    this.recheck = options.cache?.recheck ?? 0;
  }

  /** The file of a relative path; undefined if it is missing, not regular, unreachable or outside the root. Throws when the disk fails. */
  find(relative: string): FoundFile | undefined {
    if (this.recheck > 0) {
      const known = this.places.get(relative);
      if (known !== undefined && Date.now() - known.checked < this.recheck) return known.found;
    }
    return this.turn.found(relative, () => this.look(relative));
  }

  /** The bytes of a file, if they are in memory. */
  heldBytes(variant: Variant): Buffer | undefined {
    return this.kept?.of(variant);
  }

  /** The bytes of a whole file; undefined if it is no longer the one that was found. */
  bytesOf(variant: Variant): Buffer | undefined {
    return this.turn.bytes(variant, () => {
      const isKept = this.kept?.noteRead(variant);
      const bytes = quietly(() => readRange(variant, { start: 0, end: variant.size - 1 }));
      if (isKept === true && bytes !== undefined) this.kept?.keep(variant, bytes);
      return bytes;
    });
  }

  /** Notes that a file is sent chunk by chunk. */
  noteSent(variant: Variant): void {
    this.kept?.noteSent(variant);
  }

  /** Forgets a file that has turned out to be changed. */
  lookAgain({ relative }: FoundFile): void {
    this.places.delete(relative);
    this.turn.end();
  }

  private look(relative: string): FoundFile | undefined {
    const known = this.places.get(relative);
    if (known !== undefined) {
      if (this.isAsItWas(known)) return known.found;
      this.places.delete(relative);
    }
    const place = this.placeOf(relative);
    if (place === undefined) return undefined;
    if (this.places.size >= maximumPlaces) this.places.clear();
    this.places.set(relative, place);
    return place.found;
  }

  private isAsItWas(place: Place): boolean {
    const { found, compressed } = place;
    const original = found.variants.at(-1) ?? found.variants[0];
    const stats = regularFile(original.file);
    if (stats === undefined || !isSameFile(stats, original)) return false;
    for (const [i, [, extension]] of this.siblings.entries()) {
      const variant = compressed[i];
      const its = regularFile(variant?.file ?? original.file + extension);
      if (variant === undefined ? its !== undefined : its === undefined || !isSameFile(its, variant))
        return false;
    }
    const now = Date.now();
    place.checked = now;
    if (now - place.checkedLinks < linksHold) return true;
    place.checkedLinks = now;
    return found.variants.every((variant) => this.isInside(variant));
  }

  private placeOf(relative: string): Place | undefined {
    // Not `path.join`, which would read the path again: the path has no `..` or `//` to resolve.
    const file = this.top + (path.sep === '/' ? relative : relative.replaceAll('/', path.sep));
    const stats = regularFile(file);
    if (stats === undefined) return undefined;
    const its = this.siblings.map(
      ([encoding, extension]) => [encoding, file + extension, regularFile(file + extension)] as const,
    );
    const varies = its.some(([, , sibling]) => sibling !== undefined);
    const original = this.variant(relative, 'identity', file, stats, varies);
    if (original === undefined) return undefined;
    const compressed = its.map(
      ([encoding, sibling, found]) => found && this.variant(relative, encoding, sibling, found, true),
    );
    const [first = original, ...others] = [
      ...compressed.filter((variant) => variant !== undefined),
      original,
    ];
    const variants: FoundFile['variants'] = [first, ...others];
    const encodings = variants.map((variant) => variant.encoding);
    const checked = Date.now();
    return { found: { relative, encodings, variants }, compressed, checked, checkedLinks: checked };
  }

  /** Undefined if the path leads out of the root, or the file may not be read. */
  private variant(
    relative: string,
    encoding: ContentEncoding,
    file: string,
    stats: Stats,
    varies: boolean,
  ): Variant | undefined {
    const { dev, ino, size, mtimeMs, ctimeMs } = stats;
    const identity = { file, dev, ino, size, mtimeMs, ctimeMs };
    if (!this.isInside(identity)) return undefined;
    const validators = validatorsOf(size, mtimeMs, encoding);
    const headers = this.headers(relative, encoding, validators, varies);
    const headers304 = new Headers(headers)
      .delete('content-type')
      .delete('content-encoding')
      .delete('accept-ranges');
    return {
      ...identity,
      encoding,
      validators,
      headers,
      headersOfHead: new Headers(headers).set('content-length', size),
      headers304,
      lastRead: undefined,
    };
  }

  private headers(
    relative: string,
    encoding: ContentEncoding,
    validators: Validators,
    varies: boolean,
  ): Headers {
    const headers = new Headers({
      'content-type': contentType(path.posix.extname(relative)) || 'application/octet-stream',
      'accept-ranges': 'bytes',
      'last-modified': validators.lastModified,
      etag: validators.etag,
    });
    if (encoding !== 'identity') headers.set('content-encoding', encoding);
    for (const [name, value] of this.options.headersFor(relative) ?? [])
      if (name === 'set-cookie') headers.append(name, value);
      else headers.set(name, value);
    if (varies) headers.addToken('vary', 'Accept-Encoding');
    return headers;
  }

  private isInside(identity: FileIdentity): boolean {
    return quietly(() => isOpenedBelow(this.options.root, identity)) ?? false;
  }
}

/**
 * What was seen on the disk in this turn of the event loop. Requests that were read from their sockets together are answered from one look,
 * as if they had been made at the same moment.
 */
class Turn {
  private readonly looks = new Map<string, FoundFile>();
  private readonly contents = new Map<Variant, Buffer>();
  private isUnderWay = false;

  found(relative: string, look: () => FoundFile | undefined): FoundFile | undefined {
    return this.once(this.looks, relative, look);
  }

  bytes(variant: Variant, read: () => Buffer | undefined): Buffer | undefined {
    return this.once(this.contents, variant, read);
  }

  /** Missing files are not remembered: noting a name takes as long as looking for it, and most missing names are requested once. */
  private once<Key, Value>(seen: Map<Key, Value>, key: Key, ask: () => Value | undefined): Value | undefined {
    const known = seen.get(key);
    if (known !== undefined) return known;
    const value = ask();
    if (value === undefined) return undefined;
    seen.set(key, value);
    if (!this.isUnderWay) {
      this.isUnderWay = true;
      setImmediate(() => {
        this.isUnderWay = false;
        this.end();
      });
    }
    return value;
  }

  end(): void {
    this.looks.clear();
    this.contents.clear();
  }
}

/** The `stat` of a regular file; undefined for anything else, and for what cannot be reached. */
function regularFile(file: string): Stats | undefined {
  const stats = quietly(() => statSync(file, { throwIfNoEntry: false }));
  return stats?.isFile() === true ? stats : undefined;
}
