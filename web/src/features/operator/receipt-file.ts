/** A file as the desk's API takes it. */
export async function readReceipt(file: File) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return {
    name: file.name.replaceAll(/[\\/\p{Cc}]/gu, '_').slice(0, 200) || 'receipt',
    content_type: file.type as 'application/pdf' | 'image/png' | 'image/jpeg',
    data: btoa(binary),
  };
}
