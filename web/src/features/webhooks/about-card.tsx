import { Card } from '../../ui/card.tsx';
import { ExternalLink } from '../../ui/text.tsx';

export const AboutCard = () => (
  <Card title="How they are sent">
    <ul className="about-list">
      <li>
        <strong>Where to.</strong> Your endpoints are told of every order. Orders of the earlier API name addresses of
        their own in <code>webhooks</code>.
      </li>
      <li>
        <strong>What.</strong> The body is what the matching call returns at that moment; a repeat sends the same bytes.
      </li>
      <li>
        <strong>Signed</strong> as{' '}
        <ExternalLink href="https://www.standardwebhooks.com">Standard Webhooks</ExternalLink> are:{' '}
        <code>webhook-id</code>, <code>webhook-timestamp</code>, <code>webhook-signature</code>. Any of its libraries
        checks them.
      </li>
      <li>
        <strong>In order</strong> for each order, at least once. Tell repeats by <code>webhook-id</code>.
      </li>
      <li>
        <strong>Tried again</strong> up to nine times over three days, until your program answers with a 2xx within 15
        seconds. An answer of 410 stops them.
      </li>
    </ul>
  </Card>
);
