import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { type Api, apiOf } from './api.ts';
import { readStored, writeStored } from './storage.ts';

export const worlds = ['test', 'live'] as const;
export type World = (typeof worlds)[number];

export const worldNames: Record<World, string> = { test: 'Sandbox', live: 'Live' };

interface InWorld {
  world: World;
  api: Api;
  switchTo(world: World): void;
}

const Context = createContext<InWorld | null>(null);

// Each tab has its own mode: switching one tab to Live must not switch the others.
const session = () => sessionStorage;

function firstWorld(): World {
  // Links in emails name the mode of their order.
  const linked = new URLSearchParams(location.search).get('world');
  if (linked === 'live' || linked === 'test') {
    // For this tab only, so that a reload stays in this mode.
    writeStored('world', linked, session);
    return linked;
  }
  const kept = readStored('world', session) ?? readStored('world');
  return kept === 'live' ? 'live' : 'test';
}

export function WorldProvider({ children }: { children: ReactNode }) {
  const [world, setWorld] = useState(firstWorld);
  const value = useMemo(
    (): InWorld => ({
      world,
      api: apiOf(world),
      switchTo(next) {
        writeStored('world', next, session);
        writeStored('world', next);
        setWorld(next);
      },
    }),
    [world],
  );
  return <Context value={value}>{children}</Context>;
}

export function useWorld(): InWorld {
  const value = useContext(Context);
  if (!value) throw new Error('useWorld needs a WorldProvider around it.');
  return value;
}
