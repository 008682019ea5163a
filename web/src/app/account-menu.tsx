import { useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { switchAccount, useMe, useSignOut } from '../lib/session.ts';
import { type Theme, themes, useTheme } from '../lib/theme.ts';
import { Button } from '../ui/button.tsx';
import { Actions, Dialog } from '../ui/dialog.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { notify } from '../ui/toast.tsx';

const themeOptions: Record<Theme, { label: string; icon: IconName }> = {
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
    signOut(everywhere).catch(() => notify("Couldn't sign out. Check your connection and try again.", 'bad'));
  const email = me.data?.email ?? '';
  const accounts = me.data?.accounts ?? [];
  const choose = (accountId: string) =>
    void switchAccount(accountId).catch(() => notify("Couldn't switch accounts. Try again.", 'bad'));
  const switches = accounts.map(({ account_id: id, account, role }) => ({
    label: account === email ? 'Personal account' : `${account} (${role})`,
    icon: 'people' as const,
    isChosen: id === me.data?.account_id,
    onChoose: () => choose(id),
  }));
  const acting = accounts.find(({ account_id: id }) => id === me.data?.account_id);
  const isGuest = acting !== undefined && acting.account !== email;
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
              <span className="hidden">Account: </span>
              {email}
              {isGuest && (
                <span className="account-of">
                  {acting.account} ({acting.role})
                </span>
              )}
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
          ...(switches.length > 1 ? [switches] : []),
          [{ label: 'Your settings', icon: 'lock', onChoose: () => navigate('/app/settings') }],
          themes.map((name) => ({
            ...themeOptions[name],
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
        <p>This signs {email} out of every browser, including this one. API keys keep working.</p>
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
