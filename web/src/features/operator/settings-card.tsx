import type { CheckSettingsOutput } from '../../../../sdk/src/index.ts';
import { useData } from '../../lib/data.ts';
import { plural } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Loaded } from '../../ui/states.tsx';

const minuteMs = 60_000;

/** Unsafe settings, as in `npm run admin -- doctor`. */
export function SettingsCard() {
  const check = useData(['settings-check'], (api, options) => api.checkSettings({}, options), { refresh: minuteMs });
  return (
    <Card title="Security checks" action={check.data && <Summary check={check.data} />}>
      <Loaded data={check}>
        {({ is_live: isLive, findings }) =>
          findings.length === 0 ? (
            <p className="quiet small">No problems found.</p>
          ) : (
            <>
              {!isLive && (
                <p className="quiet small">Sandbox only: no real money moves here. Fix these before you go live.</p>
              )}
              <ul className="checks">
                {findings.map(({ id, severity, title, action }) => (
                  <li key={id}>
                    <p>
                      <Badge tone={severity === 'unsafe' ? (isLive ? 'bad' : 'warn') : 'neutral'}>
                        {severity === 'unsafe' ? 'Unsafe' : 'Recommended'}
                      </Badge>{' '}
                      <span className="break">{title}</span>
                    </p>
                    <p className="quiet small break">{action}</p>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function Summary({ check: { is_live: isLive, findings } }: { check: CheckSettingsOutput }) {
  const unsafe = findings.filter(({ severity }) => severity === 'unsafe').length;
  if (unsafe === 0) return <Badge tone="good">Safe</Badge>;
  return <Badge tone={isLive ? 'bad' : 'warn'}>{plural(unsafe, 'problem')}</Badge>;
}
