import { useState } from 'react';
import { useMe, useSignOut } from '../lib/session.ts';
import { type Theme, themes, useTheme } from '../lib/theme.ts';
import { Button } from '../ui/button.tsx';
import { Actions, Dialog } from '../ui/dialog.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { notify } from '../ui/toast.tsx';

const themeLooks: Record<Theme, { label: string; icon: IconName }> = {
  system: { label: 'System theme', icon: 'screen' },
  light: { label: 'Light', icon: 'sun' },
  dark: { label: 'Dark', icon: 'moon' },
};

export function AccountMenu({ opens }: { opens: 'up' | 'down' }) {
  const me = useMe();
  const [theme, setTheme] = useTheme();
  const [isAsking, setIsAsking] = useState(false);
  const signOut = useSignOut();
  const leave = (everywhere: boolean) =>
    signOut(everywhere).catch(() => notify('Signing out did not work. Check your connection and try again.', 'bad'));
  const email = me.data?.email ?? '';
  return (
    <>
      <Menu
        label="Account"
        className="account-button"
        opens={opens}
        button={
          <>
            <span className="avatar" aria-hidden="true">
              {email.slice(0, 1).toUpperCase() || <Icon name="people" size={16} />}
            </span>
            <span className="account-email">
              <span className="hidden">Account of </span>
              {email}
            </span>
          </>
        }
        header={
          <>
            <span className="quiet">Signed in as</span>
            <br />
            <strong>{email}</strong>
          </>
        }
        groups={[
          themes.map((name) => ({
            ...themeLooks[name],
            isChosen: name === theme,
            onChoose: () => setTheme(name),
          })),
          [
            { label: 'Sign out', icon: 'leave', onChoose: () => leave(false) },
            { label: 'Sign out everywhere', icon: 'lock', onChoose: () => setIsAsking(true) },
          ],
        ]}
      />
      <Dialog title="Sign out everywhere?" isOpen={isAsking} onClose={() => setIsAsking(false)}>
        <p>Every browser that is signed in as {email} has to sign in again, this one too. API keys go on working.</p>
        <Actions>
          <Button onClick={() => setIsAsking(false)}>Stay signed in</Button>
          <Button kind="danger" onClick={() => leave(true)}>
            Sign out everywhere
          </Button>
        </Actions>
      </Dialog>
    </>
  );
}
