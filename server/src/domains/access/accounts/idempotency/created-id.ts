import { fieldsOf } from '../../../../kit/fields.ts';
import type { Answer } from './run-idempotent.ts';

/** The id of the created object, from its stored response. */
export const createdIdOf = ({ text }: Pick<Answer, 'text'>): string => String(fieldsOf(JSON.parse(text)).id);
