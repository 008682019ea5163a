import { describe, expect, it } from 'vitest';
import { createBoundaries, findCycle } from '../../../tools/boundaries/rules.ts';
import { importsIn } from '../../../tools/lint-imports.ts';

const problemIn = createBoundaries({
  layers: ['main', 'domains', 'platform', 'kit'],
  areas: { people: [], orders: ['orders', 'desk'], access: ['accounts'] },
  plugins: { desk: ['domains/orders/desk/'] },
});
const domains = 'server/src/domains';

describe('import boundaries', () => {
  it.each([
    ['server/src/kit/money.ts', 'server/src/platform/config.ts', 'to the right'],
    [`${domains}/access/accounts/a.ts`, `${domains}/orders/orders/index.ts`, 'below its own'],
    [`${domains}/orders/orders/a.ts`, `${domains}/orders/desk/core.ts`, 'to its left'],
    [`${domains}/people/a.ts`, `${domains}/orders/orders/accept.ts`, 'through its index.ts'],
    ['server/src/main/routes.ts', `${domains}/orders/orders/accept.ts`, 'through its index.ts'],
    [`${domains}/orders/orders/model.ts`, 'server/src/platform/config.ts', 'pure rules'],
    ['server/src/main/routes.ts', `${domains}/orders/desk/index.ts`, 'optional parts'],
    ['server/src/main/routes.ts', 'server/test/harness/system.ts', 'only tests import tests'],
    ['web/src/lib/a.ts', 'web/src/ui/b.ts', 'app > features > ui > lib'],
    ['web/src/features/orders/a.ts', 'web/src/features/wallet/b.ts', 'another'],
    ['web/src/lib/a.ts', 'server/src/kit/money.ts', 'public API'],
  ])('%s does not import %s', (from, to, problem) => {
    expect(problemIn({ from, to, isType: false })).toContain(problem);
  });

  it.each([
    ['server/src/main/routes.ts', `${domains}/orders/orders/index.ts`],
    ['server/src/main/routes.ts', `${domains}/orders/desk/core.ts`],
    ['server/src/main/plugins/desk.ts', `${domains}/orders/desk/index.ts`],
    [`${domains}/people/a.ts`, `${domains}/orders/orders/index.ts`],
    [`${domains}/orders/desk/a.ts`, `${domains}/orders/orders/index.ts`],
    [`${domains}/orders/orders/a.test.ts`, 'server/test/harness/system.ts'],
    ['web/src/features/orders/a.ts', 'web/src/features/orders/b.ts'],
  ])('%s imports %s', (from, to) => {
    expect(problemIn({ from, to, isType: false })).toBe(null);
  });

  it('lets anyone name a type of an optional part', () => {
    const edge = { from: 'server/src/main/parts.ts', to: `${domains}/orders/desk/index.ts` };
    expect(problemIn({ ...edge, isType: true })).toBe(null);
  });

  it('finds every kind of import', () => {
    const text = `import { a } from './a.ts';
import type { B } from './b.ts';
import {
  c,
} from '../c.ts';
import './d.ts';
export * from './e.ts';
const f = await import('./f.ts');
type G = typeof import('./g.ts');
import pg from 'pg';
`;
    const found = importsIn('server/src/x/y.ts', text).map(({ to, isType }) => `${to}${isType ? ' (type)' : ''}`);
    const names = ['x/a', 'c', 'x/d', 'x/e', 'x/f'].map((name) => `server/src/${name}.ts`);
    expect(found.sort()).toEqual([...names, 'server/src/x/b.ts (type)', 'server/src/x/g.ts (type)'].sort());
  });

  it('finds a cycle', () => {
    const imports = { a: ['b', 'c'], b: ['d'], c: [], d: ['b'] };
    expect(findCycle(new Map(Object.entries(imports)))).toEqual(['b', 'd', 'b']);
    expect(findCycle(new Map(Object.entries({ ...imports, d: [] })))).toBe(null);
  });
});
