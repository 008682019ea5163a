import { fieldsOf } from '../../../../kit/fields.ts';
import type { Answer } from './run-idempotent.ts';

/** The id of what was made, from the answer that is remembered for it. */
export const createdIdOf = ({ text }: Pick<Answer, 'text'>): string => String(fieldsOf(JSON.parse(text)).id);
