import type { Answer } from './send.ts';

/** A call in progress. Await it for its result, or call `withResponse()` to get the status and headers too. */
export class ApiCall<Data> implements PromiseLike<Data> {
  readonly #start: () => Promise<Answer<Data>>;
  #answer: Promise<Answer<Data>> | undefined;

  constructor(start: () => Promise<Answer<Data>>, isLazy = false) {
    this.#start = start;
    if (!isLazy) this.#answer = start();
  }

  /** The result with the status, the headers and the request ID of the response. */
  withResponse(): Promise<Answer<Data>> {
    this.#answer ??= this.#start();
    return this.#answer;
  }

  // biome-ignore lint/suspicious/noThenProperty: this is a promise with more methods.
  then<Done = Data, Failed = never>(
    onDone?: ((data: Data) => Done | PromiseLike<Done>) | null,
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.withResponse()
      .then(({ data }) => data)
      .then(onDone, onFailed);
  }

  catch<Failed = never>(onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null): Promise<Data | Failed> {
    return this.then(undefined, onFailed);
  }

  finally(onEnd?: (() => void) | null): Promise<Data> {
    return this.then().finally(onEnd);
  }
}

/** A list. Await it for one page, or use `for await` or `toArray` for the entries of all pages. Nothing is sent until then. */
export class ListCall<Page, Entry> extends ApiCall<Page> implements AsyncIterable<Entry> {
  readonly #each: () => AsyncGenerator<Entry, void>;

  constructor(start: () => Promise<Answer<Page>>, each: () => AsyncGenerator<Entry, void>) {
    super(start, true);
    this.#each = each;
  }

  [Symbol.asyncIterator](): AsyncGenerator<Entry, void> {
    return this.#each();
  }

  /** The first `limit` entries, from as many pages as needed. */
  async toArray({ limit }: { limit: number }): Promise<Entry[]> {
    const entries: Entry[] = [];
    for await (const entry of this.#each()) {
      entries.push(entry);
      if (entries.length >= limit) break;
    }
    return entries;
  }
}

/** A file. Await it for its whole content, or read `stream()` so that a large file doesn't have to fit in memory. Nothing is sent until then. */
export class FileCall<Data> extends ApiCall<Data> {
  readonly #stream: () => Promise<ReadableStream<Uint8Array>>;

  constructor(start: () => Promise<Answer<Data>>, stream: () => Promise<ReadableStream<Uint8Array>>) {
    super(start, true);
    this.#stream = stream;
  }

  stream(): Promise<ReadableStream<Uint8Array>> {
    return this.#stream();
  }
}
