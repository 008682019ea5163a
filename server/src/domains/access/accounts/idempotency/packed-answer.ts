import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { assertDefined } from '../../../../kit/assert-defined.ts';
import { answerDictionaries } from './answer-dictionary.ts';

/** An answer as a row holds it: as text, or packed with the text empty. Both are read for ever. */
export interface StoredAnswer {
  answer: string;
  packed: Buffer | null;
}

const newestDictionary = 1;
/**
 * The window reaches back over the dictionary and an answer of usual length. zlib's own choices take a hundred times the memory of what is
 * packed for each, which the garbage collector pays for.
 */
const deflateOptions = { windowBits: 12, memLevel: 2, chunkSize: 512 };

/** The number of the dictionary in a byte, then the text as raw deflate. */
export function packAnswer(text: string): Buffer {
  const dictionary = assertDefined(answerDictionaries.get(newestDictionary));
  return Buffer.concat([Buffer.of(newestDictionary), deflateRawSync(text, { ...deflateOptions, dictionary })]);
}

/** The text, byte for byte as it was sent the first time. */
export function unpackAnswer({ answer, packed }: StoredAnswer): string {
  if (packed === null) return answer;
  const dictionary = answerDictionaries.get(packed[0] ?? 0);
  if (!dictionary)
    throw new Error(`An answer was packed with dictionary ${packed[0]}, which this version does not include.`);
  return inflateRawSync(packed.subarray(1), { dictionary }).toString('utf8');
}
