// Starts the command: from the few files of `npm run server:build`, or from its source, which takes four times as long.
import { builtUrl } from '../server/built.mjs';

await import(builtUrl('whole.mjs') ?? './whole.ts');
