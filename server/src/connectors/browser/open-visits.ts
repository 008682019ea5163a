import type { Outcome, Purchase } from '../contract.ts';
import type { LiveView } from './live-view.ts';
import type { Visit } from './visit.ts';

/** A cart that is ready, with the page that it lies on. */
export interface OpenVisit {
  readonly visit: Visit;
  readonly view: Promise<LiveView> | null;
  readonly reference: string;
  readonly accountId: string | null;
  /** When pressing the button began; null: it was not pressed. */
  pressedAt: number | null;
  /** The press, while it waits for a person at the page. */
  pressing?: Promise<Outcome>;
  close(ending: string): Promise<void>;
}

/** A checkout whose button was not pressed is closed after this. */
export const openForMs = 30_000;
/** So many checkouts that are over are remembered, with whether their button was pressed. */
const rememberedMost = 2_000;

/** The checkouts that wait for their button in the memory of this process, and what became of earlier ones. */
export function createOpenVisits() {
  const open = new Map<string, OpenVisit>();
  const over = new Map<string, { pressedAt: number | null; purchase?: Purchase }>();

  async function end(id: string, ending: string): Promise<void> {
    const ended = open.get(id);
    if (!ended) return;
    open.delete(id);
    over.set(id, { pressedAt: ended.pressedAt });
    for (const oldest of over.keys()) {
      if (over.size <= rememberedMost) break;
      over.delete(oldest);
    }
    await ended.close(ending);
  }

  return {
    get: (id: string): OpenVisit | undefined => open.get(id),
    /** The page waits. When no submit comes, it is closed and its place is free. */
    add(id: string, visit: OpenVisit): void {
      open.set(id, visit);
      const timer = setTimeout(() => {
        if (visit.pressedAt === null) void end(id, 'nobody pressed the button');
      }, openForMs);
      timer.unref();
    },
    end,
    /** A press that ended after its call did is not forgotten. */
    keepPurchase(id: string, purchase: Purchase): void {
      over.set(id, { pressedAt: Date.now(), ...over.get(id), purchase });
    },
    purchaseOf: (id: string): Purchase | null => over.get(id)?.purchase ?? null,
    /** What is known here of a button: when it was pressed, that it never was and never will be, or nothing. */
    pressOf(id: string): number | 'never' | 'unknown' {
      const known = open.get(id) ?? over.get(id);
      if (!known) return 'unknown';
      return known.pressedAt ?? 'never';
    },
    /** An account has one cart: filling it anew takes it from the order that filled it before. */
    async endThoseOf(accountId: string): Promise<void> {
      for (const [id, { accountId: owner, pressedAt }] of [...open]) {
        if (owner === accountId && pressedAt === null) await end(id, 'another checkout of the account began');
      }
    },
  };
}

export type OpenVisits = ReturnType<typeof createOpenVisits>;
