import { ButtonLink } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';

const steps: { icon: IconName; title: string; text: string }[] = [
  { icon: 'search', title: 'Find a product', text: 'Search 23 stores at once, or paste a product link.' },
  { icon: 'cart', title: 'Order it with test money', text: 'Enter an address and a maximum price.' },
  { icon: 'truck', title: 'Track the parcel', text: 'In the sandbox a parcel is delivered within a minute.' },
];

/** For a customer without orders yet: what this is, and what to do first. */
export function FirstSteps() {
  return (
    <section className="first-steps">
      <div>
        <h2>Place your first order in two minutes</h2>
        <p>This is the sandbox: simulated stores, test money, no real charges.</p>
      </div>
      <ol>
        {steps.map((step, index) => (
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
      <ButtonLink kind="primary" icon="search" to="/app/buy" does="createOrder">
        Find a product
      </ButtonLink>
    </section>
  );
}
