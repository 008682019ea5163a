import { describe, expect, it } from 'vitest';
import { componentsUsedBy, shareResponses } from './shared-parts.ts';

const errorOf = (...codes: string[]) => ({
  description: 'No.',
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
    },
  },
});
const operation = (responses: Record<string, unknown>) => ({ get: { responses } });

describe('responses that operations share', () => {
  it('move to the components under the names of their codes; others stay where they are', () => {
    const file = { description: 'A file.' };
    const { paths, responses } = shareResponses({
      '/a': operation({ 200: file, 404: errorOf('not_found'), 409: errorOf('team_full') }),
      '/b': operation({ 200: file, 404: errorOf('not_found'), 409: errorOf('already_exists', 'team_full') }),
      '/c': operation({ 404: { ...errorOf('not_found'), description: 'Another.' } }),
      '/d': operation({ 409: errorOf('already_exists', 'team_full') }),
    });
    expect(Object.keys(responses)).toEqual(['AlreadyExistsOrTeamFull', 'NotFound']);
    const shared = (name: string) => ({ $ref: `#/components/responses/${name}` });
    expect(paths['/a']?.get?.responses).toEqual({ 200: file, 404: shared('NotFound'), 409: errorOf('team_full') });
    expect(paths['/b']?.get?.responses).toMatchObject({ 409: shared('AlreadyExistsOrTeamFull') });
    expect(paths['/c']?.get?.responses).toMatchObject({ 404: { description: 'Another.' } });
  });

  it('bring what they refer to, and nothing else', () => {
    const components = {
      responses: { NotFound: errorOf('not_found') },
      schemas: { Error: { properties: { code: { $ref: '#/components/schemas/Code' } } }, Code: {}, Unused: {} },
      examples: { not_found: { value: 1 }, team_full: { value: 2 } },
    };
    const used = componentsUsedBy({ $ref: '#/components/responses/NotFound' }, components);
    expect(Object.values(used).map((each) => Object.keys(each))).toEqual([
      ['NotFound'],
      ['Error', 'Code'],
      ['not_found'],
    ]);
  });
});
