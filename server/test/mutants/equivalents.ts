/** Changes of the pure rules that cannot be seen from outside, each with the reason. */
export const equivalents: { file: string; to: string; why: string }[] = [
  {
    file: 'server/src/domains/channels/agent/model.ts',
    to: 'if (method === undefined && intent === undefined) return null;',
    why: 'The pattern has both or neither.',
  },
  {
    file: 'server/src/domains/access/policies/model.ts',
    to: 'if (limit < 0) return [];',
    why: 'Of a limit of nothing no share is passed: nothing is less than nothing.',
  },
];
