import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import type { SearchEverywhereOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { keysOf, oneOf } from '../../lib/fields.ts';
import { formatNumber, parseMoney, plural } from '../../lib/format.ts';
import { usePicture } from '../../lib/pictures.ts';
import { useCanBuy, useRetailerName } from '../../lib/retailers.ts';
import { safeUrl } from '../../lib/url.ts';
import { Button } from '../../ui/button.tsx';
import { Input, Select } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, Loaded, Note } from '../../ui/states.tsx';
import { Money } from '../../ui/text.tsx';
import './buy.css';
import { checkoutPath } from './choice.ts';
import { saveSearch } from './last-search.ts';
import { Stars } from './stars.tsx';
import { StartingPoints } from './starting-points.tsx';

type Hit = SearchEverywhereOutput['results'][number];

const sorts = {
  best: { label: 'Best match', order: () => 0 },
  cheap: { label: 'Lowest price', order: (a: Hit, b: Hit) => a.price - b.price },
  dear: { label: 'Highest price', order: (a: Hit, b: Hit) => b.price - a.price },
  stars: { label: 'Best rated', order: (a: Hit, b: Hit) => (b.stars ?? 0) - (a.stars ?? 0) },
} as const;

const sortOptions = Object.entries(sorts).map(([value, { label }]) => ({ value, label }));

export function SearchPage() {
  const [params] = useSearchParams();
  const query = params.get('q') ?? '';
  useEffect(() => saveSearch(params), [params]);
  return (
    <Page title="Buy" lead="Search all stores at once, or paste a product link.">
      <SearchBox key={query} query={query} />
      {query ? <Results query={query} /> : <StartingPoints />}
    </Page>
  );
}

function SearchBox({ query }: { query: string }) {
  const [typed, setTyped] = useState(query);
  const [, goTo] = useLocation();
  const field = useRef<HTMLInputElement>(null);
  // On a phone this would open the keyboard.
  useEffect(() => {
    if (query === '' && matchMedia('(pointer: fine)').matches) field.current?.focus({ preventScroll: true });
  }, [query]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = typed.trim();
    const link = safeUrl(wanted);
    if (link) {
      const product = { retailer: null, productId: null, quantity: 1, condition: null, variant: [] };
      goTo(checkoutPath({ url: link.href, ...product }));
    } else if (wanted) goTo(`/app/buy?q=${encodeURIComponent(wanted)}`);
  };
  return (
    <search>
      <form className="search-box" onSubmit={submit}>
        <Input
          ref={field}
          label="Product or link"
          hideLabel
          type="search"
          placeholder="Keywords or a product link"
          before={<Icon name="search" size={20} />}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" kind="primary">
          {safeUrl(typed.trim()) ? 'Order from link' : 'Search'}
        </Button>
      </form>
    </search>
  );
}

function Results({ query }: { query: string }) {
  const [params, setParams] = useSearchParams();
  const least = parseMoney(params.get('min') ?? '');
  const most = parseMoney(params.get('max') ?? '');
  const asked = {
    q: query,
    ...(least === null ? {} : { min_price: least }),
    ...(most === null ? {} : { max_price: most }),
  };
  const data = useData(['search', asked], (api, options) => api.searchEverywhere(asked, options), {
    freshFor: 300_000,
    keepPrevious: true,
  });
  const set = (name: string, value: string) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return (
    <Loaded data={data} skeleton={<ResultSkeleton />}>
      {(answer) => (
        <section className="stack" aria-busy={data.isPlaceholderData}>
          <ResultFilters params={params} hits={answer.results} set={set} />
          {answer.status === 'failed' && (
            <Note tone="warn" title="The stores didn't respond">
              {answer.message ?? 'Try again in a moment.'}
            </Note>
          )}
          <ResultGrid hits={shownHits(answer.results, params)} query={query} isStale={data.isPlaceholderData} />
        </section>
      )}
    </Loaded>
  );
}

function shownHits(hits: readonly Hit[], params: URLSearchParams): Hit[] {
  const retailer = params.get('retailer');
  const sort = sorts[oneOf(keysOf(sorts), params.get('sort')) ?? 'best'];
  return hits.filter((hit) => !retailer || hit.retailer === retailer).toSorted(sort.order);
}

interface ResultFiltersProps {
  params: URLSearchParams;
  hits: readonly Hit[];
  set(name: string, value: string): void;
}

function ResultFilters({ params, hits, set }: ResultFiltersProps) {
  const nameOf = useRetailerName();
  const chosen = params.get('retailer') ?? '';
  const counts = Map.groupBy(hits, (hit) => hit.retailer);
  // The chosen store stays listed when a search finds nothing there.
  const listed = new Set([...counts.keys(), ...(chosen === '' ? [] : [chosen])]);
  const retailers = [...listed]
    .map((value) => ({ value, label: `${nameOf(value)} (${formatNumber(counts.get(value)?.length ?? 0)})` }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <div className="result-filters">
      <Select
        label="Store"
        value={chosen}
        options={[{ value: '', label: counts.size === 0 ? 'All stores' : `All ${counts.size} stores` }, ...retailers]}
        onChange={(event) => set('retailer', event.target.value)}
      />
      <PriceField label="Min price" name="min" params={params} set={set} />
      <PriceField label="Max price" name="max" params={params} set={set} />
      <Select
        label="Sort by"
        value={params.get('sort') ?? 'best'}
        options={sortOptions}
        onChange={(event) => set('sort', event.target.value === 'best' ? '' : event.target.value)}
      />
    </div>
  );
}

/** Searches when the field loses focus or on Enter, not on every digit. */
function PriceField({ label, name, params, set }: { label: string; name: string } & Omit<ResultFiltersProps, 'hits'>) {
  const kept = params.get(name) ?? '';
  const [typed, setTyped] = useState(kept);
  const isWrong = typed !== '' && parseMoney(typed) === null;
  const settle = () => {
    if (!isWrong && typed !== kept) set(name, typed);
  };
  return (
    <Input
      label={label}
      inputMode="decimal"
      before="$"
      placeholder="any"
      value={typed}
      error={isWrong ? 'Enter an amount such as 20 or 19.50.' : undefined}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={settle}
      onKeyDown={(event) => event.key === 'Enter' && settle()}
    />
  );
}

function ResultGrid({ hits, query, isStale }: { hits: readonly Hit[]; query: string; isStale: boolean }) {
  const canBuy = useCanBuy();
  if (hits.length === 0) {
    return canBuy ? (
      <EmptyState icon="search" title={`Nothing found for “${query}”`}>
        Try different keywords or prices, or paste a product link above.
      </EmptyState>
    ) : (
      <EmptyState icon="search" title="No stores connected yet">
        Search works once an operator connects a store. You can try every store in the sandbox.
      </EmptyState>
    );
  }
  return (
    <>
      <p className="quiet small" role="status">
        {plural(hits.length, 'product')}
      </p>
      <ul className={isStale ? 'hits hits-stale' : 'hits'}>
        {hits.map((hit) => (
          <li key={hit.retailer + hit.product_id}>
            <HitCard hit={hit} />
          </li>
        ))}
      </ul>
    </>
  );
}

function HitCard({ hit }: { hit: Hit }) {
  const nameOf = useRetailerName();
  const image = usePicture(hit.image);
  return (
    <article className="hit">
      <div className="hit-picture">{image && <img src={image} alt="" loading="lazy" width="240" height="240" />}</div>
      <div className="hit-words">
        <p className="hit-retailer">{nameOf(hit.retailer)}</p>
        <h3>
          <Link href={`/app/buy/${encodeURIComponent(hit.retailer)}/${encodeURIComponent(hit.product_id)}`}>
            {hit.title}
          </Link>
        </h3>
        <Stars stars={hit.stars} reviews={hit.num_reviews} />
        <p className="hit-price">
          <Money cents={hit.price} currency={hit.currency} />
          {hit.free_shipping && <span>Free shipping</span>}
        </p>
      </div>
    </article>
  );
}

const ResultSkeleton = () => (
  <div className="hits" role="status">
    <span className="hidden">Searching all stores…</span>
    {['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => (
      <div key={name} className="skeleton-block hit-skeleton" />
    ))}
  </div>
);
