import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { fieldsOf } from '../../kit/fields.ts';
import { parseJsonShape } from '../parse-shape.ts';

/** A mail as it would have been sent. */
const StoredMail = Type.Object({
  id: Type.String(),
  from: Type.String(),
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  html: Type.Union([Type.String(), Type.Null()]),
  sentAt: Type.String(),
});
export type StoredMail = Static<typeof StoredMail>;

export interface MailFolder {
  /** Stores a mail, unless one with its id exists. */
  keep(mail: StoredMail): Promise<void>;
  /** Newest first. */
  list(limit: number): Promise<StoredMail[]>;
  read(id: string): Promise<StoredMail | null>;
}

const extension = '.json';

/** One file per mail, readable only by the owner: mail contains sign-in links. */
export function mailFolder(dataDir: string): MailFolder {
  const folder = join(dataDir, 'mail');
  const fileOf = (id: string): string => join(folder, id + extension);

  async function read(id: string): Promise<StoredMail | null> {
    const text = await unlessMissing(readFile(fileOf(id), 'utf8'));
    return parseJsonShape(StoredMail, text);
  }

  return {
    read,
    async keep(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = join(folder, `.${randomBytes(8).toString('hex')}`);
      try {
        await writeFile(draft, JSON.stringify(mail, null, 2), { mode: 0o600, flag: 'wx' });
        // The file's mtime is the mail's time, so a list can be sorted without opening files.
        await utimes(draft, new Date(mail.sentAt), new Date(mail.sentAt));
        // A hard link fails if the file exists and appears with its content, so nobody reads half a mail.
        await link(draft, fileOf(mail.id));
      } catch (error) {
        if (fieldsOf(error).code !== 'EEXIST') throw error;
      } finally {
        await rm(draft, { force: true });
      }
    },
    async list(limit) {
      const names = (await unlessMissing(readdir(folder))) ?? [];
      const ids = names.filter((name) => name.endsWith(extension)).map((name) => name.slice(0, -extension.length));
      const dated = await Promise.all(
        ids.map(async (id) => ({ id, at: (await unlessMissing(stat(fileOf(id))))?.mtimeMs ?? 0 })),
      );
      dated.sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
      const mails = await Promise.all(dated.slice(0, limit).map(({ id }) => read(id)));
      return mails.filter((mail) => mail !== null);
    },
  };
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (fieldsOf(error).code === 'ENOENT') return null;
    throw error;
  }
}
