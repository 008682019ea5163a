import { Link } from 'wouter';
import { useData } from '../../lib/data.ts';
import { useRetailers } from '../../lib/retailers.ts';
import { useWorld } from '../../lib/world.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded, Shape } from '../../ui/states.tsx';
import { checkoutPath } from './choice.ts';

const ideas = [
  'headphones',
  'coffee maker',
  't-shirt',
  'desk lamp',
  'dog bed',
  'cordless drill',
  'backpack',
  'flowers',
];

/** Shown before the first search: ideas, stores, and test products in the sandbox. */
export function StartingPoints() {
  const { world } = useWorld();
  const retailers = useRetailers();
  const supported = retailers.data?.retailers.filter((brand) => brand.supported) ?? [];
  return (
    <div className="stack">
      <nav className="ideas" aria-label="Ideas">
        {ideas.map((idea) => (
          <Link key={idea} href={`/app/buy?q=${encodeURIComponent(idea)}`} className="idea">
            {idea}
          </Link>
        ))}
      </nav>
      <Card title="Available stores">
        <Loaded data={retailers} skeleton={<BrandsShape />}>
          {() =>
            supported.length > 0 ? (
              <ul className="brands">
                {supported.map((brand) => (
                  <li key={brand.retailer}>
                    <Icon name="store" size={16} />
                    {brand.display_name}
                    <span className="quiet small">{brand.supported_countries.join(' ')}</span>
                  </li>
                ))}
              </ul>
            ) : (
              <p className="quiet">
                No stores are connected for live orders yet. You can try every store in the sandbox.
              </p>
            )
          }
        </Loaded>
      </Card>
      {world === 'test' && <TestProducts />}
    </div>
  );
}

/** As many as the sandbox has. */
const BrandsShape = () => (
  <Shape>
    <ul className="brands">
      {Array.from({ length: 23 }, (_, at) => `brand-${at}`).map((name) => (
        <li key={name}>
          <Icon name="store" size={16} />–
        </li>
      ))}
    </ul>
  </Shape>
);

function TestProducts() {
  const products = useData(['test-products'], (api, options) => api.listTestProducts({}, options), {
    freshFor: Number.POSITIVE_INFINITY,
  });
  return (
    <Card title="Test products, one per scenario">
      <Loaded data={products}>
        {(answer) => (
          <ul className="stories">
            {answer.products.map((product) => (
              <li key={product.scenario}>
                <Link
                  href={checkoutPath({
                    url: product.url,
                    retailer: null,
                    productId: null,
                    quantity: 1,
                    condition: null,
                    variant: [],
                  })}
                >
                  {product.name.replace(/^Test product: /, '')}
                </Link>
                {product.is_synchronous_error && <span className="quiet small">rejected immediately</span>}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
