import { readFileSync } from 'node:fs';
import { fieldsOf } from '../kit/fields.ts';

const manifest = new URL('../../../package.json', import.meta.url);

export const errandVersion = (): string => String(fieldsOf(JSON.parse(readFileSync(manifest, 'utf8'))).version);
