import { copyFileSync, existsSync, renameSync, statSync, truncateSync } from 'node:fs';

const bytesMax = 10 * 1024 ** 2;
const kept = 5;

/** Rotates a log that nothing else rotates, and keeps five earlier parts. Processes that append to it continue in the empty file. */
export function rotateLog(file: string, bytesMost = bytesMax): boolean {
  if (!existsSync(file) || statSync(file).size < bytesMost) return false;
  for (let number = kept - 1; number > 0; number -= 1) {
    if (existsSync(`${file}.${number}`)) renameSync(`${file}.${number}`, `${file}.${number + 1}`);
  }
  copyFileSync(file, `${file}.1`);
  truncateSync(file);
  return true;
}
