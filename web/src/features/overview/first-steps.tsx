import { useCanBuy } from '../../lib/retailers.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';

const steps: Record<'test' | 'live', { icon: IconName; title: string; text: string }[]> = {
  test: [
    { icon: 'search', title: 'Find something', text: 'Search 23 retailers at once, or paste the link of a product.' },
    { icon: 'cart', title: 'Order it with play money', text: 'Say where it goes and what it may cost at most.' },
    { icon: 'truck', title: 'Watch it arrive', text: 'In the sandbox a parcel is delivered within a minute.' },
  ],
  live: [
    { icon: 'wallet', title: 'Add money', text: 'The operator of this service credits your wallet.' },
    { icon: 'cart', title: 'Order something', text: 'You are charged what it costs, never more than you allow.' },
    { icon: 'key', title: 'Connect your systems', text: 'Create a key and do the same over the API.' },
  ],
};

/** What the page says first. The live world promises nothing while no store is connected. */
const words = {
  test: {
    title: 'Your first order is two minutes away',
    text: 'This is the sandbox: simulated stores, play money, and nothing that can go wrong.',
  },
  live: {
    title: 'Ready for real orders',
    text: 'Everything works as in the sandbox, with real retailers and real money.',
  },
  unconnected: {
    title: 'No store is connected yet',
    text: 'Nothing can be bought here with real money until the operator of this service connects a store. The sandbox has all of them.',
  },
};

/** For a customer without orders yet: what this is, and what to do first. */
export function FirstSteps({ world }: { world: 'test' | 'live' }) {
  const canBuy = useCanBuy();
  const { title, text } = canBuy ? words[world] : words.unconnected;
  if (!canBuy) {
    return (
      <section className="first-steps">
        <div>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
      </section>
    );
  }
  return (
    <section className="first-steps">
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <ol>
        {steps[world].map((step, index) => (
          <li key={step.title}>
            <span className="first-icon">
              <Icon name={step.icon} />
            </span>
            <h3>
              {index + 1}. {step.title}
            </h3>
            <p>{step.text}</p>
          </li>
        ))}
      </ol>
      <ButtonLink kind="primary" icon="search" to="/app/buy">
        Find something to buy
      </ButtonLink>
    </section>
  );
}
