import { useWorld, worldNames, worlds } from '../lib/world.tsx';

/** Sandbox or Live, always visible and colored. Switching keeps the page. */
export function WorldSwitch({ isCompact = false }: { isCompact?: boolean }) {
  const { world, switchTo } = useWorld();
  return (
    <fieldset className={isCompact ? 'world-switch world-compact' : 'world-switch'}>
      <legend className="hidden">Mode</legend>
      {worlds.map((name) => (
        <label key={name} className={`world world-${name}`}>
          <input
            type="radio"
            name={isCompact ? 'world-compact' : 'world'}
            checked={world === name}
            onChange={() => switchTo(name)}
          />
          <span>{worldNames[name]}</span>
        </label>
      ))}
      {!isCompact && (
        <p className="world-note">{world === 'test' ? 'Test mode. No real charges.' : 'Real money, real orders'}</p>
      )}
    </fieldset>
  );
}
