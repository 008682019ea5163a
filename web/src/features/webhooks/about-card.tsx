import { Card } from '../../ui/card.tsx';
import { ExternalLink } from '../../ui/text.tsx';

export const AboutCard = () => (
  <Card title="How webhooks work">
    <ul className="about-list">
      <li>
        <strong>Endpoints.</strong> Errand sends events to your endpoints. Orders placed through the legacy API (/v1)
        use the URLs in their <code>webhooks</code> field.
      </li>
      <li>
        <strong>Body.</strong> The object as the API would have returned it when the event happened. A retry sends the
        same bytes.
      </li>
      <li>
        <strong>Signature.</strong> Messages are signed using{' '}
        <ExternalLink href="https://www.standardwebhooks.com">Standard Webhooks</ExternalLink>: <code>webhook-id</code>,{' '}
        <code>webhook-timestamp</code> and <code>webhook-signature</code>. Use any Standard Webhooks library to verify
        them.
      </li>
      <li>
        <strong>Delivery.</strong> Events for an order arrive in sequence, at least once. To detect duplicates, use{' '}
        <code>webhook-id</code>.
      </li>
      <li>
        <strong>Retries.</strong> Up to nine retries over three days, until your endpoint returns a 2xx within 15
        seconds. A 410 stops retries.
      </li>
    </ul>
  </Card>
);
