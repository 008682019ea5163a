import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API, type Diagnostic } from 'typescript/unstable/sync';
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
    before: '    attempts: Type.',
    text: "    line_count: Type.Integer({ description: 'How many lines the order has.' }),\n",
  },
  { file: view, before: '    attempts: order.', text: '    line_count: order.items.length,\n' },
  { file: view, before: '  attempts: 0,', text: '  line_count: 1,\n' },
  { file: legacy, before: '  attempts: null,', text: '  line_count: null,\n' },
];

const plainField: Step[] = [
  {
    file: fields,
    before: '} satisfies Record<string, Field>;',
    text: "  gift_tag: { asked: nullable(Type.String({ maxLength: 50, description: 'Printed on the gift.' })), shown: nullable(Type.String({ description: 'Printed on the gift.' })), sqlType: 'text', absent: null },\n",
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
/** Where it happens. */
const publishing = (type: string): Step => ({
  file: 'server/src/domains/orders/orders/made-up.ts',
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
  file: 'server/src/connectors/made-up.ts',
  text: `import { refuse } from './refuse.ts';\n\nexport const refusal = () => refuse('${name}', 'The store is closed.');\n`,
});

/** Every step but one of each. */
const incomplete = [
  ...computedField.slice(0, 1),
  ...plainField,
  ...event.slice(0, 2),
  publishing('order.resumed'),
  ...reason.map((step) => ({ ...step, text: step.text.replace(/ {4}advice.*\n/, '') })),
  raising('store_gone'),
];
const complete = [
  ...computedField,
  ...plainField,
  column,
  ...event,
  publishing('order.paused'),
  ...reason,
  raising('store_closed'),
];

const filesOf = (...steps: Step[][]): string[] => [...new Set(steps.flat().map(({ file }) => file))];
const touched = [...filesOf(complete), 'sdk/generated/operations.ts'];
/** What derives from them. */
const derived = [
  'server/src/domains/orders/orders/columns.ts',
  'server/src/domains/channels/webhooks/events/compose-event.ts',
  'server/src/legacy/present-order.ts',
  'server/src/legacy/synthesize-request.ts',
  'cli/show-order.ts',
  'web/src/lib/labels.ts',
];

let tree: string;
let compiler: API;
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'contributing-'));
  const parts = ['package.json', 'tsconfig.json', 'CHANGELOG.md', 'server', 'sdk', 'cli', 'tools', 'docs', 'config'];
  const isNeeded = (file: string) =>
    !/\.test\.ts$|server\/(test|dist|migrations)|docs\/pictures|\.png$/.test(file.slice(root.length));
  for (const part of [...parts, 'web/src/lib', 'deploy']) {
    cpSync(join(root, part), join(tree, part), { recursive: true, filter: isNeeded });
  }
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'));
  const options = { extends: './tsconfig.json', compilerOptions: { incremental: false }, include: [] };
  writeFileSync(join(tree, 'tsconfig.surfaces.json'), JSON.stringify({ ...options, files: [...touched, ...derived] }));
  compiler = new API({ cwd: tree });
}, 120_000);
afterAll(() => {
  compiler.close();
  rmSync(tree, { recursive: true });
});

/** Applies steps to the files as they are in the repository. */
function apply(steps: Step[]): void {
  const texts = new Map<string, string>();
  for (const { file, before, text } of steps) {
    const written = before === undefined ? '' : (texts.get(file) ?? readFileSync(join(root, file), 'utf8'));
    if (before !== undefined && written.split(before).length !== 2) throw new Error(`${file} has not one "${before}".`);
    texts.set(file, before === undefined ? text : written.replace(before, () => text + before));
  }
  for (const [file, text] of texts) writeFileSync(join(tree, file), text);
}

/** What the compiler says of the files that the steps touch and of what derives from them. Checking the whole tree takes too long. */
function problems(): string[] {
  const changed = touched.map((file) => join(tree, file));
  const openProjects = [join(tree, 'tsconfig.surfaces.json')];
  const { program } = compiler.updateSnapshot({ openProjects, fileChanges: { changed } }).getProjects()[0]!;
  return [...touched, ...derived].flatMap((file) =>
    [...program.getSyntacticDiagnostics(join(tree, file)), ...program.getSemanticDiagnostics(join(tree, file))].map(
      (problem) => `${file}: ${wholeText(problem)}`,
    ),
  );
}

const wholeText = ({ text, messageChain = [] }: Diagnostic): string => [text, ...messageChain.map(wholeText)].join(' ');

const filesIn = (title: string): string[] => {
  const [, rest = ''] = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split(`## ${title}\n`);
  const section = rest.split('\n## ')[0] ?? '';
  return [...new Set([...section.matchAll(/`(server\/src\/[^`]+)`/g)].map(([, file]) => file!))];
};

describe('CONTRIBUTING', () => {
  it('names the files that a field, an event and a failure reason take', () => {
    expect(filesIn('Add a field to an order')).toEqual(filesOf(computedField.slice(0, 3), plainField));
    expect(filesIn('Add an event')).toEqual(filesOf(event));
    expect(filesIn('Add a failure reason')).toEqual(filesOf(reason));
  });

  it('leaving out a step does not compile, and the compiler names the place', { timeout: 120_000 }, () => {
    apply(incomplete);
    const said = problems();
    const about = (file: string, name: string) =>
      said.filter((line) => line.startsWith(`${file}: `) && line.includes(name));
    expect(about(legacy, 'line_count'), said.join('\n')).toHaveLength(1);
    expect(about(view, 'line_count'), said.join('\n')).toHaveLength(2);
    expect(about('server/src/domains/orders/orders/columns.ts', 'gift_tag'), said.join('\n')).not.toEqual([]);
    expect(about(catalog, 'order.paused'), said.join('\n')).toHaveLength(1);
    expect(about('server/src/domains/orders/orders/made-up.ts', 'order.resumed'), said.join('\n')).toHaveLength(1);
    expect(about(reasons, 'advice'), said.join('\n')).toHaveLength(1);
    expect(about('server/src/connectors/made-up.ts', 'store_gone'), said.join('\n')).toHaveLength(1);
  });

  it('with every step, it compiles and reaches every surface', { timeout: 180_000 }, async () => {
    apply(complete);
    const node = join(root, 'node_modules/.bin/node');
    for (const script of ['tools/openapi.ts', 'sdk/generate.ts']) execFileSync(node, [script], { cwd: tree });
    expect(problems()).toEqual([]);

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

    const { failureTexts, webhookEventLabels } = await import(join(tree, 'web/src/lib/labels.ts'));
    expect(failureTexts.store_closed).toEqual({ title: 'Store closed', advice: 'Choose another store.' });
    expect(webhookEventLabels['order.paused'].title).toBe('Order paused');
  });
});
