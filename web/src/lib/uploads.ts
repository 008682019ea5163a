/** File types for cases and receipts. */
const types = ['application/pdf', 'image/png', 'image/jpeg'] as const;
type UploadType = (typeof types)[number];

export interface Upload {
  name: string;
  content_type: UploadType;
  data: string;
}

export const uploadTypes = types.join(',');
const bytesMax = 5 * 1024 * 1024;

/** Why a file is refused; null if it is fine. */
export function problemOfFile(file: File): string | null {
  if (!types.some((type) => type === file.type)) return `${file.name} isn't a PDF, PNG or JPEG file.`;
  if (file.size === 0) return `${file.name} is empty.`;
  return file.size > bytesMax ? `${file.name} is larger than 5 MB.` : null;
}

/** A file in the API's format. */
export async function readUpload(file: File): Promise<Upload> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return {
    name: file.name.replaceAll(/[\\/\p{Cc}]/gu, '_').slice(0, 200) || 'file',
    content_type: types.find((type) => type === file.type) ?? 'application/pdf',
    data: btoa(binary),
  };
}
