import { Link } from 'wouter';
import { useData } from '../../lib/data.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/states.tsx';
import { askConcerns } from './attention.ts';

export function AttentionCard() {
  const concerns = useData(['overview', 'concerns'], askConcerns, { refresh: 15_000 });
  return (
    <Card title="Needs attention">
      <Loaded data={concerns}>
        {(list) =>
          list.length === 0 ? (
            <p className="all-well">
              <Icon name="check" /> All is well. Nothing needs you.
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
          )
        }
      </Loaded>
    </Card>
  );
}
