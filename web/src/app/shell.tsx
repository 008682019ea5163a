import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { isUnauthorized } from '../lib/errors.ts';
import { formatNumber } from '../lib/format.ts';
import { useLiveData } from '../lib/live.ts';
import { type PluginName, useHasPlugin, useMe } from '../lib/session.ts';
import { useWorld } from '../lib/world.tsx';
import { Brand } from '../ui/brand.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { EmptyState, ErrorNote, Skeleton } from '../ui/states.tsx';
import { AccountMenu } from './account-menu.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { type NavGroup, navGroups, operatorGroups } from './page-route.ts';
import { Palette, PaletteButton } from './palette.tsx';
import { pageRoutes } from './routes.tsx';
import './shell.css';
import { useWaitingCounts } from './waiting-counts.ts';
import { WorldSwitch } from './world-switch.tsx';

interface ShellProps {
  needsOperator: boolean;
  /** The plug-in that the page belongs to. */
  plugin?: PluginName | undefined;
  children: ReactNode;
}

/** The frame around every page of a signed-in person: navigation, mode switch and account menu. */
export function Shell({ needsOperator, plugin, children }: ShellProps) {
  const me = useMe();
  const hasPlugin = useHasPlugin();
  const { world } = useWorld();
  useLiveData();
  const main = useFocusOnMove();
  const isOperator = me.data?.is_operator ?? false;
  // The sign-in page opens next. Show nothing that would flicker.
  if (isUnauthorized(me.error)) return null;
  return (
    <div className="shell" data-world={world}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <aside className="sidebar">
        <Brand />
        <WorldSwitch />
        <Palette isOperator={isOperator} />
        <Navigation isOperator={isOperator} />
        <AccountMenu opens="up" />
      </aside>
      <header className="topbar">
        <Brand />
        <WorldSwitch isCompact />
        <PaletteButton />
        <AccountMenu opens="down" />
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {me.error ? (
          <ErrorNote error={me.error} onRetry={() => void me.refetch()} />
        ) : me.isPending ? (
          <Skeleton lines={6} />
        ) : needsOperator && !isOperator ? (
          <EmptyState icon="operator" title="Operators only">
            Only operators can open this page. Ask an operator to add your email address.
          </EmptyState>
        ) : plugin !== undefined && !hasPlugin(plugin) ? (
          <NotFoundPage />
        ) : (
          children
        )}
      </main>
      <BottomBar isOperator={isOperator} />
    </div>
  );
}

/** A new page starts at the top with the focus on its content, as a page load would. */
function useFocusOnMove() {
  const [path] = useLocation();
  const main = useRef<HTMLElement>(null);
  const lastPath = useRef(path);
  useEffect(() => {
    if (lastPath.current === path) return;
    lastPath.current = path;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return main;
}

interface NavEntry {
  path: string;
  group: NavGroup;
  label: string;
  icon: IconName;
  plugin?: PluginName | undefined;
}

const navEntries: readonly NavEntry[] = pageRoutes.flatMap(({ path, nav, plugin }) =>
  nav && !nav.isUnlisted ? [{ path, plugin, ...nav }] : [],
);

/** A page belongs to the entry above it. Every page is below the two overviews, so those match only themselves. */
const isWithin = (here: string, path: string): boolean =>
  here === path || (path !== '/app' && path !== '/app/operator' && here.startsWith(`${path}/`));

function NavLink({ entry, here, count = 0 }: { entry: NavEntry; here: string; count?: number }) {
  return (
    <Link href={entry.path} className="nav-link" aria-current={isWithin(here, entry.path) ? 'page' : undefined}>
      <Icon name={entry.icon} />
      <span>{entry.label}</span>
      {count > 0 && (
        <span className="nav-count">
          {formatNumber(count)}
          <span className="hidden"> waiting</span>
        </span>
      )}
    </Link>
  );
}

const operations: NavEntry = { path: '/app/operator', group: 'operator', label: 'Operations', icon: 'operator' };
const dashboard: NavEntry = { path: '/app', group: 'orders', label: 'Your account', icon: 'left' };

/** Operators see either the operator pages or those of their own account, with a link to the others. */
function Navigation({ isOperator }: { isOperator: boolean }) {
  const [here] = useLocation();
  const counts = useWaitingCounts(isOperator);
  const hasPlugin = useHasPlugin();
  const isConsole = isOperator && isConsolePath(here);
  const shown = navEntries.filter(
    ({ plugin, group }) => (plugin === undefined || hasPlugin(plugin)) && operatorGroups.includes(group) === isConsole,
  );
  const waiting = Object.entries(counts).reduce((sum, [path, count]) => (isConsolePath(path) ? sum + count : sum), 0);
  const groups = Object.entries(navGroups).map(([group, name]) => ({
    name,
    entries: shown.filter((entry) => entry.group === group),
  }));
  return (
    <nav className="nav" aria-label="Main">
      {isConsole && <NavList entries={[dashboard]} here="" counts={{}} />}
      {groups.map(({ name, entries }) =>
        entries.length === 0 ? null : (
          <NavList key={entries[0]?.path} name={name} entries={entries} here={here} counts={counts} />
        ),
      )}
      {isOperator && !isConsole && (
        <NavList name="Operator" entries={[operations]} here={here} counts={{ [operations.path]: waiting }} />
      )}
    </nav>
  );
}

const isConsolePath = (here: string): boolean => here === '/app/operator' || here.startsWith('/app/operator/');

interface NavListProps {
  name?: string;
  entries: readonly NavEntry[];
  here: string;
  counts: Record<string, number>;
}

const NavList = ({ name, entries, here, counts }: NavListProps) => (
  <div className="nav-group">
    {name && <h2>{name}</h2>}
    <ul>
      {entries.map((entry) => (
        <li key={entry.path}>
          <NavLink entry={entry} here={here} count={counts[entry.path] ?? 0} />
        </li>
      ))}
    </ul>
  </div>
);

const bottomBarPaths = {
  account: ['/app', '/app/buy', '/app/orders', '/app/wallet'],
  console: ['/app/operator/today', '/app/operator/orders', '/app/operator/customers', '/app/operator/cases'],
};

/** On a phone: the most used pages, and the others behind "More". */
function BottomBar({ isOperator }: { isOperator: boolean }) {
  const [here] = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === here;
  const paths = bottomBarPaths[isOperator && isConsolePath(here) ? 'console' : 'account'];
  return (
    <>
      {isOpen && (
        <div className="drawer" id="drawer">
          <Navigation isOperator={isOperator} />
        </div>
      )}
      <nav className="bottom-bar" aria-label="Shortcuts">
        {navEntries
          .filter((entry) => paths.includes(entry.path))
          .map((entry) => (
            <NavLink key={entry.path} entry={entry} here={isOpen ? '' : here} />
          ))}
        <button
          type="button"
          className="nav-link"
          aria-expanded={isOpen}
          aria-controls="drawer"
          onClick={() => setOpenAt(isOpen ? null : here)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
          <span>More</span>
        </button>
      </nav>
    </>
  );
}
