import { describe, expect, it } from 'vitest';
import { mayDo } from './role.ts';

describe('what a role allows', () => {
  it('comes from the OpenAPI document', () => {
    const roles = ['viewer', 'buyer', 'owner'] as const;
    expect(roles.map((role) => mayDo(role, 'getOrder'))).toEqual([true, true, true]);
    expect(roles.map((role) => mayDo(role, 'createOrder'))).toEqual([false, true, true]);
    expect(roles.map((role) => mayDo(role, 'createKey'))).toEqual([false, false, true]);
  });
});
