// Starts the service: from the few files of `npm run server:build`, or from its source, which takes twice as long.
import { builtUrl } from './built.mjs';

await import(builtUrl('server.mjs') ?? './src/main/server.ts');
