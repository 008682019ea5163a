import { useData } from '../../lib/data.ts';
import { saveCsv, saveFile } from '../../lib/download.ts';
import { formatMonth } from '../../lib/format.ts';
import { useWorld } from '../../lib/world.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';

const failed = () => notify("Couldn't download the statement. Try again.", 'bad');

/** One statement for each month with transactions. */
export function Statements({ currency }: { currency: string }) {
  const { api } = useWorld();
  const list = useData(['statements', currency], (client, options) => client.listStatements({ currency }, options));
  const nameOf = (month: string): string => `statement-${month}${currency === 'USD' ? '' : `-${currency}`}`;
  const savePdf = (month: string) =>
    api
      .getStatement({ month, currency })
      .then((file) => saveFile(`${nameOf(month)}.pdf`, file, 'application/pdf'), failed);
  const saveSheet = (month: string) =>
    api.getStatementCsv({ month, currency }).then((text) => saveCsv(`${nameOf(month)}.csv`, String(text)), failed);
  return (
    <Card title="Monthly statements">
      <Loaded data={list} skeleton={<Skeleton lines={2} />}>
        {({ statements }) =>
          statements.length === 0 ? (
            <EmptyState icon="wallet" title="No statements yet" />
          ) : (
            <ul className="statements">
              {statements.map(({ month }) => (
                <li key={month}>
                  <span>{formatMonth(month)}</span>
                  <Button
                    size="small"
                    icon="download"
                    onClick={() => savePdf(month)}
                    aria-label={`${formatMonth(month)} as PDF`}
                  >
                    PDF
                  </Button>
                  <Button
                    size="small"
                    icon="download"
                    onClick={() => saveSheet(month)}
                    aria-label={`${formatMonth(month)} as CSV`}
                  >
                    CSV
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
