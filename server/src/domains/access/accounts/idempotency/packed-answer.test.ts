import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { answerDictionaries } from './answer-dictionary.ts';
import { packAnswer, unpackAnswer } from './packed-answer.ts';

const unpacked = (packed: Buffer) => unpackAnswer({ answer: '', packed });

it.each(['', '{}', '{"request_id":"a"}', 'Grüße ☃ \u0000 \ud83d\ude00', 'x'.repeat(200_000)])(
  'unpacks exactly what was packed (%#)',
  (text) => {
    expect(unpacked(packAnswer(text))).toBe(text);
    expect(unpacked(packAnswer(text, 'event'))).toBe(text);
  },
);

it('reads unpacked responses', () => {
  expect(unpackAnswer({ answer: '{"id":1}', packed: null })).toBe('{"id":1}');
});

it('keeps every dictionary unchanged, because old rows need them', () => {
  const hashes = [...answerDictionaries].map(([number, dictionary]) => [
    number,
    createHash('sha256').update(dictionary).digest('hex'),
  ]);
  expect(hashes).toEqual([
    [1, '49fc03062f8a4d69c8f410ad695c689786073fd568ac9a3670c499025f2dc111'],
    [2, '67cd6444ff8d9c9cdcb3c2b76b3a6181de9e041c90efe391f6d84028b83575ea'],
  ]);
  expect(unpacked(Buffer.from('AYPmS+M0Q3OjZEMLgnneyBTkI4yArAUA', 'base64'))).toBe(
    '{"id":"3f172c18","status":"pending","max_price":2500,"next_action":null}',
  );
});

it('refuses responses packed by a newer version', () => {
  const dictionary = Buffer.from('of tomorrow');
  const packed = Buffer.concat([Buffer.of(3), deflateRawSync('{}', { dictionary })]);
  expect(() => unpacked(packed)).toThrow('dictionary 3');
});
