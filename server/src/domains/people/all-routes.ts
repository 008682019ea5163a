import type { App } from '../../platform/http/index.ts';
import { peopleRoutes } from './routes.ts';
import { authRoutes } from './routes-auth.ts';
import { factorRoutes } from './routes-factor.ts';
import { mailRoutes } from './routes-mails.ts';
import { teamRoutes } from './routes-team.ts';

type Needs = Parameters<typeof authRoutes>[1] &
  Parameters<typeof peopleRoutes>[1] &
  Parameters<typeof factorRoutes>[1] &
  Omit<Parameters<typeof teamRoutes>[1], 'publicUrl'>;

export function peopleAreaRoutes(app: App, needs: Needs): void {
  authRoutes(app, needs);
  peopleRoutes(app, needs);
  teamRoutes(app, { ...needs, publicUrl: needs.config.publicUrl });
  factorRoutes(app, needs);
  mailRoutes(app, needs);
}
