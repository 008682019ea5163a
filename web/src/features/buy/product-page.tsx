import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { usePicture } from '../../lib/pictures.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { Choices } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { ExternalLink, Money } from '../../ui/text.tsx';
import './buy.css';
import { checkoutPath } from './choice.ts';
import { lastSearch } from './last-search.ts';
import { conditionName, OffersCard } from './offers-card.tsx';
import { type Chosen, isSold, type Offer, type Product, readOffers, readProduct, variantOf } from './product.ts';
import { type Named, useOffers, useProduct } from './product-data.ts';
import { Quantity } from './quantity.tsx';
import { Stars } from './stars.tsx';

export function ProductPage() {
  const { retailer = '', productId = '' } = useParams();
  const named = { retailer: decodeURIComponent(retailer), productId: decodeURIComponent(productId) };
  const answer = useProduct(named);
  const isThere = answer.data?.status === 'completed';
  const offers = useOffers(named, isThere);
  if (isThere) {
    const product = readProduct(answer.data);
    return <Shown named={named} product={product} offers={readOffers(offers.data)} hasOffers={!offers.isPending} />;
  }
  return (
    <Page title="Product" back={lastSearch()}>
      <Loaded data={answer} skeleton={<Skeleton height={420} />}>
        {({ status, message }) =>
          status === 'processing' ? (
            <Skeleton height={420} />
          ) : (
            <EmptyState
              icon="box"
              title="Couldn't load this product"
              action={<ButtonLink to="/app/buy">Search again</ButtonLink>}
            >
              {message}
            </EmptyState>
          )
        }
      </Loaded>
    </Page>
  );
}

interface ShownProps {
  named: Named;
  product: Product;
  offers: Offer[];
  hasOffers: boolean;
}

function Shown({ named, product, offers, hasOffers }: ShownProps) {
  const nameOf = useRetailerName();
  const image = usePicture(product.image);
  return (
    <Page
      title={product.title}
      back={lastSearch()}
      lead={
        <div className="product-lead">
          <span>{[product.brand, nameOf(named.retailer)].filter(Boolean).join(' · ')}</span>
          <Stars stars={product.stars} reviews={product.reviews} />
          {product.url && <ExternalLink href={product.url}>View at {nameOf(named.retailer)}</ExternalLink>}
        </div>
      }
    >
      <div className="product">
        <div className="product-picture">
          {image ? <img src={image} alt={product.title} width="480" height="480" /> : <Icon name="box" size={64} />}
        </div>
        <Chooser named={named} product={product} offers={offers} />
      </div>
      <div className="columns">
        <div className="stack">
          <About product={product} />
          {hasOffers && offers.length > 0 && <OffersCard offers={offers} />}
        </div>
        {product.facts.length > 0 && (
          <Card title="Details">
            <Facts rows={product.facts.map(({ name, value }) => [name, value] as const)} />
          </Card>
        )}
      </div>
    </Page>
  );
}

/** The cheapest available offer of each condition. */
function cheapestByCondition(offers: readonly Offer[]): Map<string, Offer> {
  const cheapest = new Map<string, Offer>();
  for (const offer of offers) {
    const before = cheapest.get(offer.condition);
    if (offer.available && (!before || offer.price < before.price)) cheapest.set(offer.condition, offer);
  }
  return cheapest;
}

function Chooser({ named, product, offers }: Omit<ShownProps, 'hasOffers'>) {
  const [chosen, setChosen] = useState<Chosen>(() =>
    Object.fromEntries(product.preselected.map(({ label, value }) => [label, value])),
  );
  const [condition, setCondition] = useState<string | null>(null);
  const [quantity, setQuantity] = useState(1);
  const [, goTo] = useLocation();
  const byCondition = cheapestByCondition(offers);
  const wanted =
    condition ??
    (byCondition.has('New') || byCondition.size === 0 ? 'New' : (byCondition.keys().next().value ?? 'New'));
  const variant = variantOf(product, chosen);
  const price = wanted === 'New' && variant?.price ? variant.price : (byCondition.get(wanted)?.price ?? product.price);
  // The chosen offer overrides the product's own data.
  const shipping = byCondition.get(wanted)?.shipping?.price;
  const shipsFree = shipping === undefined ? product.shipsFree : shipping === 0;
  const missing = product.groups.find(({ label, required }) => required && chosen[label] === undefined);
  const isGone = !product.available || variant?.available === false;
  const buy = () =>
    goTo(
      checkoutPath({
        url: product.url ?? '',
        ...named,
        quantity,
        condition: wanted === 'New' ? null : wanted,
        variant: Object.entries(chosen).map(([label, value]) => ({ label, value })),
      }),
    );
  return (
    <Card className="chooser">
      <p className="chooser-price">
        {price !== null && <Money cents={price} currency={product.currency} />}
        {product.listPrice !== null && price !== null && product.listPrice > price && (
          <s className="quiet">
            <span className="hidden">Regular price: </span>
            <Money cents={product.listPrice} currency={product.currency} />
          </s>
        )}
        {shipsFree && <Badge tone="good">Free shipping</Badge>}
      </p>
      {product.groups.map((group) => (
        <Choices
          key={group.label}
          label={group.label}
          name={group.label}
          value={chosen[group.label] ?? null}
          options={group.values.map((value) => ({
            value,
            label: value,
            isDisabled: !isSold(product, chosen, group.label, value),
          }))}
          onChoose={(value) => setChosen({ ...chosen, [group.label]: value })}
        />
      ))}
      {byCondition.size > 1 && (
        <Choices
          label="Condition"
          name="condition"
          value={wanted}
          options={[...byCondition.keys()].map((value) => ({ value, label: conditionName(value) }))}
          onChoose={setCondition}
        />
      )}
      <Quantity value={quantity} max={product.quantityMax} onChange={setQuantity} />
      <div className="stack">
        <Button
          kind="primary"
          does="createOrder"
          disabled={isGone || missing !== undefined || product.url === null}
          onClick={buy}
        >
          {isGone ? 'Sold out' : missing ? `Select ${missing.label.toLowerCase()}` : 'Continue to checkout'}
        </Button>
        <p className="quiet small">
          This won't place the order yet. You'll set a maximum price and review the order first.
        </p>
      </div>
    </Card>
  );
}

function About({ product }: { product: Product }) {
  if (!product.description && product.bullets.length === 0) return null;
  return (
    <Card title="About this product">
      {product.bullets.length > 0 && (
        <ul className="bullets">
          {product.bullets.map((bullet) => (
            <li key={bullet}>
              <Icon name="check" size={16} />
              {bullet}
            </li>
          ))}
        </ul>
      )}
      {product.description && <p>{product.description}</p>}
    </Card>
  );
}
