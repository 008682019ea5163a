import { type Static, Type } from 'typebox';
import { documentBytesMax } from '../../../connectors/contract.ts';
import type { Clock } from '../../../kit/clock.ts';
import { Invalid, notFound } from '../../../kit/failure.ts';
import { newId } from '../../../kit/ids.ts';
import { keysOf } from '../../../kit/known-keys.ts';
import type { Blobs } from '../../../platform/blobs/index.ts';
import { closed } from '../../../platform/http/index.ts';

/** Allowed types. The bytes must match, so that nothing else is served under that name. */
const signatures = {
  'application/pdf': [0x25, 0x50, 0x44, 0x46],
  'image/png': [0x89, 0x50, 0x4e, 0x47],
  'image/jpeg': [0xff, 0xd8, 0xff],
} as const;
type FileType = keyof typeof signatures;

/** Five MiB as Base64, plus the JSON around it. */
export const fileBodyLimit = 8 * 1024 * 1024;

export const fileTypeField = () => Type.Enum(keysOf(signatures), { description: 'Media type of the file.' });

/** A file that is uploaded for an order. */
export const FileBody = closed(
  {
    name: Type.String({
      description: 'Name of the file.',
      minLength: 1,
      maxLength: 200,
      pattern: '^[^\\\\/\\x00-\\x1f]+$',
    }),
    content_type: fileTypeField(),
    data: Type.String({
      minLength: 4,
      maxLength: 7_000_000,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: 'Content of the file in Base64. It must match `content_type`.',
    }),
  },
  { examples: [{ name: 'receipt.pdf', content_type: 'application/pdf', data: 'JVBERi0xLjQK' }] },
);

export interface NewFile {
  orderId: string;
  name: string;
  contentType: FileType;
  bytes: Uint8Array;
}

export const fileFrom = (
  orderId: string,
  { name, content_type: contentType, data }: Static<typeof FileBody>,
): NewFile => ({ orderId, name, contentType, bytes: Buffer.from(data, 'base64') });

interface FileRow {
  id: string;
  order_id: string;
  name: string;
  content_type: FileType;
  bytes: number;
  blob: string;
  created_at: Date;
}

const badFile = (msg: string): Invalid => new Invalid([{ loc: ['body', 'data'], msg, type: 'value_error' }]);

export function checkFile({ bytes, contentType }: Pick<NewFile, 'bytes' | 'contentType'>): void {
  if (bytes.length === 0 || bytes.length > documentBytesMax) throw badFile('A file must be between 1 byte and 5 MiB');
  const isAsSaid = signatures[contentType].every((byte, index) => bytes[index] === byte);
  if (!isAsSaid) throw badFile(`The file is not ${contentType}`);
}

/** Stores the bytes, then has `write` write their row. Bytes without a row are never shown. Null: `write` wrote none. */
export async function storeFile<Row>(
  { clock, blobs }: { clock: Clock; blobs: Blobs },
  folder: string,
  file: NewFile,
  write: (stored: FileRow) => Promise<Row | null>,
): Promise<Row | null> {
  checkFile(file);
  const { orderId, name, contentType, bytes } = file;
  const id = newId();
  const blob = `${folder}/${id}`;
  await blobs.put(blob, Buffer.from(bytes), contentType);
  let row: Row | null = null;
  try {
    const about = { id, order_id: orderId, name, content_type: contentType, bytes: bytes.length };
    row = await write({ ...about, blob, created_at: clock.now() });
  } finally {
    if (row === null) await blobs.delete(blob);
  }
  return row;
}

export async function readFile<Row extends { blob: string }>(blobs: Blobs, row: Row | null) {
  const bytes = row && (await blobs.get(row.blob));
  if (!row || !bytes) throw notFound();
  return { row, bytes };
}
