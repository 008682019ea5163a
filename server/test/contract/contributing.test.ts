import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// Follows CONTRIBUTING.md for a made-up field, event and failure reason, in a copy of the tree.
const root = new URL('../../..', import.meta.url).pathname;

interface Step {
  file: string;
  /** The new text goes before this one; a file without it is new. */
  before?: string;
  text: string;
}

const view = 'server/src/domains/orders/orders/order-view.ts';
const fields = 'server/src/domains/orders/orders/fields.ts';
const legacy = 'server/src/legacy/order-fields.ts';
const catalog = 'server/src/events/catalog.ts';
const reasons = 'server/src/wire/failure-reasons.ts';

const computedField: Step[] = [
  {
    file: view,
    before: '  attempts: field(',
    text: '  line_count: field(Type.Integer(), ({ items }) => items.length, 1),\n',
  },
  { file: legacy, before: '  attempts: null,', text: '  line_count: null,\n' },
];

const plainField: Step[] = [
  {
    file: fields,
    before: '} satisfies Record<string, Field>;',
    text: "  gift_tag: { asked: nullable(Type.String({ maxLength: 50 })), shown: nullable(Type.String()), sqlType: 'text', absent: null },\n",
  },
  { file: legacy, before: '  attempts: null,', text: "  gift_tag: 'request.gift_tag',\n" },
];

/** What `npm run tables` writes after the migration. */
const column: Step = {
  file: 'server/src/platform/database/tables.ts',
  before: "    api_key_id: string | null;\n    status: 'pending' | 'in_progress' | 'order_placed'",
  text: '    gift_tag: string | null;\n',
};

const event: Step[] = [
  {
    file: catalog,
    before: "  'order.failed': { subject",
    text: "  'order.paused': { subject: 'order', title: 'Order paused', description: 'An order was paused' },\n",
  },
  { file: catalog, before: "  'order.failed': OfOrder;", text: "  'order.paused': OfOrder;\n" },
  {
    file: catalog,
    before: "  'order.failed': {\n    type",
    text: "  'order.paused': { type: 'order.paused', legacy: [], orderStatus: null, isOnce: false },\n",
  },
];
const publishing = (type: string): Step => ({
  file: `server/src/domains/orders/orders/publish-${type.replace('.', '-')}.ts`,
  text: `import { publish } from '../../../events/index.ts';
import type { Tx } from '../../../platform/database/index.ts';

export const announce = (tx: Tx, orderId: string, now: Date) => publish(tx, { type: '${type}', orderId }, now);
`,
});

const reason: Step[] = [
  {
    file: reasons,
    before: '  account_locked: {',
    text: `  store_closed: {
    raisedBy: 'refusal',
    title: 'Store closed',
    advice: 'Choose another store.',
    meaning: 'The store no longer sells.',
    legacyCode: 'item_not_supported',
  },
`,
  },
];
const raising = (name: string): Step => ({
  file: `server/src/connectors/raise-${name}.ts`,
  text: `import { refuse } from './refuse.ts';\n\nexport const refusal = () => refuse('${name}', 'The store is closed.');\n`,
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'contributing-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A copy of what the surfaces are made of, with the steps applied. */
function treeWith(name: string, steps: Step[]): string {
  const tree = join(folder, name);
  mkdirSync(tree);
  for (const part of [
    'package.json',
    'tsconfig.json',
    'server',
    'sdk',
    'cli',
    'tools',
    'docs',
    'config',
    'web/src/lib',
  ]) {
    const source = join(root, part);
    cpSync(source, join(tree, part), {
      recursive: true,
      filter: (file) => !/\.test\.ts$|server\/(test|dist)|pictures/.test(file),
    });
  }
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  for (const { file, before, text } of steps) {
    const path = join(tree, file);
    const written = before === undefined ? '' : readFileSync(path, 'utf8');
    if (before !== undefined && written.split(before).length !== 2) throw new Error(`${file} has not one "${before}".`);
    writeFileSync(path, before === undefined ? text : written.replace(before, () => text + before));
  }
  return tree;
}

/** What the compiler says of the files that the steps touch, and of what they reach. */
function compile(tree: string, files: string[]): string {
  const options = { extends: './tsconfig.json', compilerOptions: { incremental: false }, files, include: [] };
  writeFileSync(join(tree, 'tsconfig.surfaces.json'), JSON.stringify(options));
  const tsc = join(root, 'node_modules/.bin/tsc');
  return spawnSync(tsc, ['-p', 'tsconfig.surfaces.json', '--checkers', '1'], { cwd: tree, encoding: 'utf8' }).stdout;
}

const sectionOf = (title: string): string => {
  const [, rest = ''] = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split(`## ${title}\n`);
  return rest.split('\n## ')[0] ?? '';
};
const filesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/`(server\/src\/[^`]+)`/g)].map(([, file]) => file!)),
];
const filesOf = (...steps: Step[][]): string[] => [...new Set(steps.flat().map(({ file }) => file))];

const entries = ['server/src/legacy/index.ts', 'server/src/main/events.ts', 'cli/show-order.ts'];

describe('CONTRIBUTING', () => {
  it('names the files that a field, an event and a failure reason take', () => {
    expect(filesIn(sectionOf('Add a field to an order')).toSorted()).toEqual(
      filesOf(computedField, plainField).toSorted(),
    );
    expect(filesIn(sectionOf('Add an event'))).toEqual(filesOf(event));
    expect(filesIn(sectionOf('Add a failure reason'))).toEqual(filesOf(reason));
  });

  it('leaving out a step does not compile, and the compiler names the place', () => {
    const partOfReason = reason.map((step) => ({ ...step, text: step.text.replace(/ {4}advice.*\n/, '') }));
    const steps = [
      ...computedField.slice(0, 1),
      ...plainField,
      ...event.slice(0, 2),
      publishing('order.resumed'),
      ...partOfReason,
      raising('store_gone'),
    ];
    const said = compile(treeWith('incomplete', steps), [...entries, ...filesOf(steps)]);
    const lines = said.split('\n');
    const hasError = (file: string, word: string) =>
      lines.some((line) => line.startsWith(`${file}(`) && line.includes(word));
    expect(hasError(legacy, 'line_count'), said).toBe(true);
    expect(hasError('server/src/domains/orders/orders/columns.ts', 'gift_tag'), said).toBe(true);
    expect(hasError(catalog, 'order.paused'), said).toBe(true);
    expect(hasError('server/src/domains/orders/orders/publish-order-resumed.ts', 'order.resumed'), said).toBe(true);
    expect(hasError(reasons, 'advice'), said).toBe(true);
    expect(hasError('server/src/connectors/raise-store_gone.ts', 'store_gone'), said).toBe(true);
  });

  it('with every step, it compiles and reaches every surface', async () => {
    const steps = [
      ...computedField,
      ...plainField,
      column,
      ...event,
      publishing('order.paused'),
      ...reason,
      raising('store_closed'),
    ];
    const tree = treeWith('complete', steps);
    const node = join(root, 'node_modules/.bin/node');
    for (const script of ['tools/openapi.ts', 'sdk/generate.ts']) execFileSync(node, [script], { cwd: tree });
    expect(compile(tree, [...entries, ...filesOf(steps), 'web/src/lib/words.ts'])).toBe('');

    const { components, webhooks } = JSON.parse(readFileSync(join(tree, 'server/openapi.json'), 'utf8'));
    const { Order, NewOrder, FailureReason, EventType } = components.schemas;
    expect(Object.keys(Order.properties)).toEqual(expect.arrayContaining(['line_count', 'gift_tag']));
    expect(Object.keys(NewOrder.properties)).toContain('gift_tag');
    expect(webhooks['order.paused'].post.summary).toBe('An order was paused');
    expect(EventType.enum).toContain('order.paused');
    expect(FailureReason.enum).toContain('store_closed');

    const docs = (page: string) => readFileSync(join(tree, `docs/interface/${page}.md`), 'utf8');
    expect(docs('orders')).toContain('| `store_closed` | The store no longer sells. | Choose another store. |');
    expect(docs('legacy')).toContain('| `store_closed` | `item_not_supported` |');
    expect(docs('legacy')).toContain('| `gift_tag` | `request.gift_tag` |');
    expect(docs('webhooks')).toContain('| `order.paused` | An order was paused |');

    const { failureWords, webhookEventWords } = await import(join(tree, 'web/src/lib/words.ts'));
    expect(failureWords.store_closed).toEqual({ title: 'Store closed', advice: 'Choose another store.' });
    expect(webhookEventWords['order.paused'].title).toBe('Order paused');
  });
});
