import { useData } from '../../lib/data.ts';
import { useHasPlugin, useMe } from '../../lib/session.ts';
import { Card } from '../../ui/card.tsx';
import { RecordingStrip } from '../../ui/recording-strip.tsx';

/** Recordings of this order, for operators. */
export function RecordingsCard({ orderId }: { orderId: string }) {
  const isOperator = useMe().data?.is_operator ?? false;
  const isRecorded = useHasPlugin()('browser');
  const films = useData(
    ['operator-films', orderId],
    (api, options) => api.listFilms({ order_id: orderId, limit: 10, offset: 0 }, options),
    { enabled: isOperator && isRecorded, refresh: 5000 },
  );
  const list = films.data?.films ?? [];
  if (list.length === 0) return null;
  return (
    <Card title="Recordings">
      {list.map((film) => (
        <RecordingStrip key={film.id} film={film} />
      ))}
    </Card>
  );
}
