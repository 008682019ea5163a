/** Also a connection outside the pool. */
interface Client {
  query<Row extends LedgerTotal>(text: string): Promise<{ rows: Row[] }>;
}

export interface LedgerTotal {
  world: string;
  kind: string;
  transfers: string;
  cents: string;
}

/** Count and sum of transfers by kind. Equal for two copies of a ledger. */
export async function readLedgerTotals(client: Client): Promise<LedgerTotal[]> {
  const { rows } = await client.query<LedgerTotal>(
    `select world, kind, count(*)::text as transfers, sum(amount_cents)::text as cents
    from ledger_transfers group by world, kind order by world, kind`,
  );
  return rows.map(({ world, kind, transfers, cents }) => ({ world, kind, transfers, cents }));
}
