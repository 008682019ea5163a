import { Card } from '../../ui/card.tsx';
import { ExternalLink } from '../../ui/text.tsx';

export const AboutCard = () => (
  <Card title="How webhooks work">
    <ul className="about-list">
      <li>
        <strong>Where.</strong> Errand sends events to your endpoints. Orders of the /v1 API use the URLs in their{' '}
        <code>webhooks</code>.
      </li>
      <li>
        <strong>What.</strong> The body is the object as the API returns it at that moment. A retry sends the same
        bytes.
      </li>
      <li>
        <strong>Signed</strong> with{' '}
        <ExternalLink href="https://www.standardwebhooks.com">Standard Webhooks</ExternalLink>: <code>webhook-id</code>,{' '}
        <code>webhook-timestamp</code>, <code>webhook-signature</code>. Use any of its libraries to verify them.
      </li>
      <li>
        <strong>In order</strong> for each order, at least once. Detect duplicates by <code>webhook-id</code>.
      </li>
      <li>
        <strong>Retried</strong> up to nine times over three days, until your endpoint returns a 2xx within 15 seconds.
        A 410 stops retries.
      </li>
    </ul>
  </Card>
);
