import { Link } from 'wouter';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/states.tsx';
import { type Concern, concernsOf } from './attention.ts';
import { useOverview } from './figures.ts';

export function AttentionCard() {
  const overview = useOverview();
  return (
    <Card title="Needs attention">
      <Loaded data={overview}>{(found) => <Concerns list={concernsOf(found, Date.now())} />}</Loaded>
    </Card>
  );
}

function Concerns({ list }: { list: Concern[] }) {
  return list.length === 0 ? (
    <p className="all-well">
      <Icon name="check" /> Nothing needs your attention.
    </p>
  ) : (
    <ul className="concerns">
      {list.map((concern) => (
        <li key={concern.title} className={`concern concern-${concern.tone}`}>
          <Icon name={concern.icon} />
          <div>
            <Link href={concern.to}>{concern.title}</Link>
            <p className="quiet small">{concern.advice}</p>
          </div>
          <Icon name="right" size={16} />
        </li>
      ))}
    </ul>
  );
}
