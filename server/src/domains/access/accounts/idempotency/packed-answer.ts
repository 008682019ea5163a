import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { assertDefined } from '../../../../kit/assert-defined.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { answerDictionaries } from './answer-dictionary.ts';
import { findPackingDelay } from './sql.ts';

/** A stored response: as text, or packed with an empty text. Both forms stay readable. */
export interface StoredAnswer {
  answer: string;
  packed: Buffer | null;
}

const newestDictionary = 1;
/**
 * The window covers the dictionary and a typical response. zlib's defaults would allocate a hundred times as much
 * memory per response.
 */
const deflateOptions = { windowBits: 12, memLevel: 2, chunkSize: 512 };

/** The number of the dictionary as a byte, then the text as raw deflate. */
export function packAnswer(text: string): Buffer {
  const dictionary = assertDefined(answerDictionaries.get(newestDictionary));
  return Buffer.concat([Buffer.of(newestDictionary), deflateRawSync(text, { ...deflateOptions, dictionary })]);
}

/** The text, exactly as first sent. */
export function unpackAnswer({ answer, packed }: StoredAnswer): string {
  if (packed === null) return answer;
  const dictionary = answerDictionaries.get(packed[0] ?? 0);
  if (!dictionary)
    throw new Error(`An answer was packed with dictionary ${packed[0]}, which this version does not include.`);
  return inflateRawSync(packed.subarray(1), { dictionary }).toString('utf8');
}

/**
 * Whether responses may be packed: not while an older process may run that cannot read them. Asks the database once.
 */
export type CanPackAnswers = () => Promise<boolean>;

export function createCanPackAnswers(db: Db): CanPackAnswers {
  let beginsAt: Promise<number> | null = null;
  return async () => {
    beginsAt ??= findPackingDelay(db).then((waitMs) => performance.now() + waitMs);
    try {
      return performance.now() >= (await beginsAt);
    } catch (error) {
      beginsAt = null;
      throw error;
    }
  };
}
