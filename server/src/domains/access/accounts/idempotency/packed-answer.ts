import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { assertDefined } from '../../../../kit/assert-defined.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { answerDictionaries } from './answer-dictionary.ts';
import { findPackingDelay } from './sql.ts';

/** A stored response or event: as text, or packed in place of the text. Both forms stay readable. */
export interface StoredAnswer {
  answer: string;
  packed: Buffer | null;
}

export type PackedKind = 'answer' | 'event';

/**
 * The newest dictionary of each kind. The window covers it and a typical text. zlib's defaults would allocate a hundred
 * times as much memory per text.
 */
const forms = {
  answer: { number: 1, windowBits: 12, memLevel: 2, chunkSize: 512 },
  event: { number: 2, windowBits: 13, memLevel: 3, level: 2, chunkSize: 512 },
} as const satisfies Record<PackedKind, object>;

/** The number of the dictionary as a byte, then the text as raw deflate. */
export function packAnswer(text: string, kind: PackedKind = 'answer'): Buffer {
  const { number, ...options } = forms[kind];
  const dictionary = assertDefined(answerDictionaries.get(number));
  return Buffer.concat([Buffer.of(number), deflateRawSync(text, { ...options, dictionary })]);
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
 * Whether texts of this kind may be packed: not while an older process may run that cannot read them. Asks the database
 * once.
 */
export type CanPackAnswers = () => Promise<boolean>;

export function createCanPackAnswers(db: Db, kind: PackedKind = 'answer'): CanPackAnswers {
  let beginsAt: Promise<number> | null = null;
  return async () => {
    beginsAt ??= findPackingDelay(db, kind).then((waitMs) => performance.now() + waitMs);
    try {
      const at = await beginsAt;
      return performance.now() >= at;
    } catch (error) {
      beginsAt = null;
      throw error;
    }
  };
}
