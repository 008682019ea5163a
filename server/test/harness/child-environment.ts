import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

/**
 * What a process of ours that a test starts gets from here: where programs are, and the compiled code that `npm start` and the
 * checks leave behind, without which a start costs half as much again.
 */
export const childEnvironment = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
});
