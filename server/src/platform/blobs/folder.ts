import { randomBytes } from 'node:crypto';
import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FSDriver } from 'flydrive/drivers/fs';
import type { FSDriverOptions } from 'flydrive/drivers/fs/types';

/** Writes files atomically: a crash leaves a draft, never half a blob. */
export class Folder extends FSDriver {
  readonly #root: string;

  constructor(options: FSDriverOptions & { location: string }) {
    super(options);
    this.#root = options.location;
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const draft = `.drafts/${randomBytes(12).toString('hex')}`;
    await super.put(draft, contents);
    const target = join(this.#root, key);
    await mkdir(dirname(target), { recursive: true });
    await rename(join(this.#root, draft), target);
  }
}
