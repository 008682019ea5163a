import MiniSearch from 'minisearch';
import { entriesOf } from '../../kit/known-keys.ts';
import { errorCatalog, errorReasons, errorTypes, failureReasons, nextSteps } from '../../wire/index.ts';
import type { DocPage, Docs } from './load-docs.ts';
import { type OpenapiDocument, operationAddress, operationsOf } from './reference.ts';
import { createAnchors } from './render-markdown.ts';

export interface SearchHit {
  title: string;
  /** The page or group that contains it. */
  place: string;
  url: string;
  /** Sentences around the first match. */
  excerpt: string;
}

interface SearchEntry {
  title: string;
  place: string;
  url: string;
  text: string;
  /** Words from the rest of the page: its introduction, or the headings below it. */
  page?: string;
  /** How likely readers want this kind of page. */
  weight: number;
}

const weights: readonly [prefix: string, weight: number][] = [
  ['guides/', 1.6],
  ['going-live', 1.4],
  ['interface/legacy', 0.5],
  ['interface/mcp-conformance', 0.2],
  ['interface/', 1.3],
  ['configuration', 1.2],
  ['runbooks', 0.8],
  ['decisions', 0.2],
  ['mutants', 0.2],
  ['reliability', 0.3],
  ['statements', 0.1],
  ['security/', 0.3],
  ['comparison', 0.4],
  ['scale', 0.4],
  ['bench', 0.3],
  ['roadmap', 0.4],
  ['changelog', 0.1],
];
const weightOf = (path: string): number => weights.find(([prefix]) => path.startsWith(prefix))?.[1] ?? 1;

const plain = (markdown: string): string =>
  markdown
    .replace(/[`*#|]|\]\([^()]*\)|\[|-{3,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** What readers call the languages of samples. */
const languages: Record<string, string> = { sh: 'curl example', ts: 'TypeScript example', python: 'Python example' };

/** Splits a page at headings of levels 2 and 3. */
function partsOf(markdown: string): { heading: string | null; text: string }[] {
  const parts: { heading: string | null; text: string }[] = [{ heading: null, text: '' }];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const language = /^```(\w+)/.exec(line)?.[1] ?? '';
    const [, heading] = (isCode ? null : /^#{2,3} (.+)$/.exec(line)) ?? [];
    const last = parts.at(-1);
    if (heading !== undefined) parts.push({ heading, text: '' });
    else if (last && language in languages) last.text += `${languages[language]}\n`;
    else if (last && !/^(?:# |<!--|```)/.test(line)) last.text += `${line}\n`;
  }
  return parts;
}

function sectionsOf({ path, title, markdown }: DocPage): SearchEntry[] {
  const page = path === 'guides/introduction' ? '/docs' : `/docs/${path}`;
  const anchorOf = createAnchors();
  const weight = weightOf(path);
  anchorOf(title);
  const parts = partsOf(markdown);
  const intro = plain(parts[0]?.text ?? '');
  const headings = parts.map(({ heading }) => plain(heading ?? '')).join(' ');
  return parts.map(({ heading, text }) =>
    heading === null
      ? { title, place: 'Docs', url: page, text: intro, page: headings, weight: weight * 1.2 }
      : {
          title: plain(heading),
          place: title,
          url: `${page}#${anchorOf(heading)}`,
          text: plain(text),
          page: intro,
          weight,
        },
  );
}

const operationEntries = (document: OpenapiDocument): SearchEntry[] =>
  operationsOf(document).map((listed) => {
    const { operationId, summary, description = '', parameters = [], tags } = listed.operation;
    const names = parameters.map(({ name, description: about = '' }) => `${name} ${about}`);
    return {
      title: summary,
      place: `${listed.method} ${listed.path}`,
      url: operationAddress(listed),
      text: [operationId, description, ...names].join(' '),
      weight: tags[0]?.startsWith('Operator') ? 0.3 : 0.8,
    };
  });

const errorEntries = (): SearchEntry[] => [
  ...entriesOf(errorCatalog).map(([code, [status, message]]) => ({
    title: code,
    place: 'Errors',
    url: `/docs/errors/${code}`,
    text: `${status} ${message} ${errorReasons[code]} ${nextSteps[code]}`,
    weight: 0.8,
  })),
  ...errorTypes.map((name) => ({
    title: name,
    place: 'Failure reasons',
    url: `/docs/failure-reasons/${name}`,
    text: `${failureReasons[name].meaning} ${failureReasons[name].advice}`,
    weight: 0.8,
  })),
];

const ignored = new Set(
  'a an and are as at be by can do does for from get has have how i if in is it its me my not of on or our should so that the their then there they this to too use wont want was we what when where which who why will with work works you your'.split(
    ' ',
  ),
);

/** Words that readers use for terms of the docs. */
const synonyms = new Map(
  Object.entries({
    '2fa': 'second factor',
    arrive: 'missing',
    arriving: 'missing',
    auth: 'authenticate key',
    authentication: 'authenticate key',
    backoff: 'retry',
    bearer: 'authenticate',
    bought: 'buy',
    breaking: 'stable removed',
    buy: 'bought',
    config: 'configuration',
    cost: 'price quote',
    create: 'place',
    csv: 'bulk',
    cursor: 'page list after',
    different: 'mixed',
    docker: 'container deploy',
    duplicate: 'idempotency',
    duplicates: 'idempotency',
    hmac: 'signature verify',
    injection: 'hostile instructions untrusted',
    install: 'run start',
    local: 'localhost tunnel',
    kubernetes: 'deploy',
    limit: 'maximum',
    manual: 'people desk',
    manually: 'people desk',
    mfa: 'second factor',
    migrate: 'move upgrade older',
    old: 'older earlier legacy',
    pagination: 'page list',
    paginate: 'page list',
    parcel: 'package',
    parcels: 'package',
    polling: 'wait poll',
    price: 'quote',
    prometheus: 'metrics',
    received: 'missing',
    send: 'sent',
    settings: 'configuration',
    setup: 'configuration checklist',
    ship: 'country',
    staff: 'people team',
    store: 'retailer',
    stores: 'retailer',
    stuck: 'waiting review',
    subscribe: 'endpoint choose',
    throttling: 'rate limit',
    timed: 'timeout',
    x402: 'agent 402',
  }),
);

const endings = /(?:ations?|ings?|ies|ied|ed|es|s|e|y)$/;
const stem = (word: string): string => (word.length > 4 && !word.includes('_') ? word.replace(endings, '') : word);

/** Words, and the parts of names such as policy_denied in addition to the whole name. */
const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).flatMap((word) =>
    word.includes('_') ? [word, ...word.split('_').filter(Boolean)] : [word],
  );

const termOf = (word: string): string | null => (ignored.has(word) ? null : stem(word));

const longestQuery = 200;
const mostWords = 12;
const mostHits = 12;

interface Index {
  entries: SearchEntry[];
  search: MiniSearch;
  /** Words of the docs. Only other words can be typos. */
  known: Set<string>;
}

async function createIndex(docs: Docs, document: OpenapiDocument): Promise<Index> {
  const pages = [...docs.pagesByPath.values()].filter(({ path }) => !path.startsWith('decisions/'));
  const entries = [...pages.flatMap(sectionsOf), ...operationEntries(document), ...errorEntries()];
  const known = new Set<string>();
  const processTerm = (word: string): string | null => {
    const term = termOf(word);
    if (term !== null) known.add(term);
    return term;
  };
  const search = new MiniSearch({ fields: ['title', 'place', 'text', 'page'], tokenize: wordsOf, processTerm });
  // In chunks, so requests are answered meanwhile.
  await search.addAllAsync(
    entries.map(({ title, place, text, page = '' }, id) => ({ id, title, place, text, page })),
    { chunkSize: 50 },
  );
  return { entries, search, known };
}

/** Full-text search over guides, reference, operations, errors and runbooks. Builds the index on the first search. */
export function createSearch(docs: Docs, document: () => OpenapiDocument): (query: string) => Promise<SearchHit[]> {
  let index: Promise<Index> | null = null;
  return async (query) => {
    index ??= createIndex(docs, document());
    return searchIn(await index, query.slice(0, longestQuery));
  };
}

function searchIn({ entries, search, known }: Index, query: string): SearchHit[] {
  const words = [...new Set(wordsOf(query))].slice(0, mostWords).filter(termOf);
  // "max price" also finds max_price. Such words need no synonyms.
  const nameOf = (at: number): string | undefined =>
    [`${words[at]}_${words[at + 1]}`, `${words[at - 1]}_${words[at]}`].find((name) => known.has(name));
  const asked = words.map((word, at) => [word, nameOf(at) ?? wordsOf(synonyms.get(word) ?? '')].flat().map(stem));
  const found = search.search([...new Set(asked.flat())].join(' '), {
    boost: { title: 3, place: 1.5, page: 0.1 },
    boostTerm: (term) => (term.includes('_') || asked.some(([word]) => word === term) ? 1 : 0.7),
    boostDocument: (id) => entries[Number(id)]?.weight ?? 1,
    prefix: (term) => term === asked.at(-1)?.[0],
    fuzzy: (term) => (term.length > 4 && !known.has(term) ? 0.2 : false),
    tokenize: (text) => text.split(' '),
    processTerm: (term) => term,
  });
  const scored = found.flatMap(({ id, score, queryTerms, terms }) => {
    const entry = entries[Number(id)];
    if (!entry) return [];
    // A page that matches every word ranks above one that matches a few often.
    const share = asked.filter((one) => one.some((term) => queryTerms.includes(term))).length / asked.length;
    const exact = entry.title === query.trim() ? 10 : 1;
    return [{ entry, terms, score: score * share ** 2 * exact }];
  });
  return scored
    .sort((one, other) => other.score - one.score)
    .slice(0, mostHits)
    .map(({ entry, terms }) => hitOf(entry, terms));
}

function hitOf({ title, place, url, text }: SearchEntry, terms: readonly string[]): SearchHit {
  const lower = text.toLowerCase();
  const first = Math.min(...terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0), text.length);
  const start = first === text.length || first < 60 ? 0 : text.lastIndexOf(' ', first - 40) + 1;
  const end = start + 160 < text.length ? text.lastIndexOf(' ', start + 160) : text.length;
  const excerpt = `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
  return { title, place, url, excerpt };
}
