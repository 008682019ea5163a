/** Files that are too big for a row, in a folder or an S3-compatible store. */
export { type Blobs, createBlobs } from './blobs.ts';
export { createFileStore, type FileStore } from './file-store.ts';
