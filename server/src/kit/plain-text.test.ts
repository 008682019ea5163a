import { describe, expect, it } from 'vitest';
import { expectLinear } from '../../test/harness/linear.ts';
import { withoutTags } from './plain-text.ts';

describe('a text without tags', () => {
  it('replaces each tag with a space, and keeps everything else', () => {
    const texts = ['a<br>b', '<p class="x">a</p>', '1 < 2', 'a > b', '<', '', 'a<b<c>d', '<>'];
    expect(texts.map(withoutTags)).toEqual(['a b', ' a ', '1 < 2', 'a > b', '<', '', 'a d', ' ']);
  });

  it.each(['<', '>', '<>', '<a', 'a'])('takes linear time: %s', async (piece) => {
    await expectLinear(withoutTags, (length) => piece.repeat(length / piece.length), 512_000);
  });
});
