/** Files that are too big for a row: in a folder, or in a store that speaks S3. */
export { type Blobs, createBlobs } from './blobs.ts';
export { createFileStore, type FileStore } from './file-store.ts';
