import { useState } from 'react';
import type { StartSecondFactorOutput } from '../../../../sdk/src/index.ts';
import { useChange, useData } from '../../lib/data.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Input } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorNote, Loaded, Note } from '../../ui/states.tsx';
import { notify } from '../../ui/toast.tsx';

/** Sets up an authenticator and asks for codes. Moving money needs a recent code. */
export function SecondFactorPage() {
  const factor = useData(['second-factor'], (api, options) => api.getSecondFactor({}, options));
  const [made, setMade] = useState<StartSecondFactorOutput | null>(null);
  const start = useChange<void, StartSecondFactorOutput>((api) => api.startSecondFactor({}), { onDone: setMade });
  return (
    <Page
      title="Two-factor authentication"
      lead="To move real money or change store settings, you need a code from your authenticator app. You don't need one in the sandbox."
      isNarrow
    >
      <Card>
        <Loaded data={factor}>
          {({ is_enrolled: isEnrolled, proven_until: until }) => (
            <div className="form">
              {until && (
                <Note tone="good" title="You're verified">
                  You won't need a new code in this session until {new Date(until).toLocaleTimeString()}.
                </Note>
              )}
              {!isEnrolled && !made && (
                <>
                  <p>
                    Add Errand to an authenticator app, then enter the code it shows. If you lose access to the app, run{' '}
                    <code>npm run admin -- operators reset</code> on the server to reset your second factor.
                  </p>
                  {start.error && <ErrorNote error={start.error} />}
                  <Actions>
                    <Button kind="primary" isBusy={start.isPending} onClick={() => start.mutate()}>
                      Set up
                    </Button>
                  </Actions>
                </>
              )}
              {made && !isEnrolled && <Secret made={made} />}
              {(isEnrolled || made) && <CodeForm />}
            </div>
          )}
        </Loaded>
      </Card>
    </Page>
  );
}

function Secret({ made }: { made: StartSecondFactorOutput }) {
  return (
    <>
      <Note tone="warn" title="Shown only once">
        Enter the key in your authenticator app. On a phone, you can also <a href={made.otpauth_url}>open the app</a>.
      </Note>
      <CopyLine text={made.secret} label="Authenticator key" />
    </>
  );
}

function CodeForm() {
  const [code, setCode] = useState('');
  const give = useChange<string>((api, text) => api.giveSecondFactor({ body: { code: text } }), {
    changes: ['second-factor'],
    onDone() {
      setCode('');
      notify('Code accepted. You can move real money for ten minutes.');
    },
  });
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        give.mutate(code.replaceAll(/\s/g, ''));
      }}
    >
      <Input
        label="Code"
        hint="The six digits that your authenticator app shows."
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      {give.error && <ErrorNote error={give.error} />}
      <Actions>
        <Button type="submit" kind="primary" isBusy={give.isPending}>
          Submit code
        </Button>
      </Actions>
    </form>
  );
}
