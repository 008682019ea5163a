import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { WorldProvider } from '../lib/world.tsx';
import { Skeleton } from '../ui/states.tsx';
import { Toasts } from '../ui/toast.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import type { PageRoute } from './page-route.ts';
import { queries } from './queries.ts';
import { pageRoutes } from './routes.tsx';
import { Shell } from './shell.tsx';

const pages = pageRoutes.map((route) => ({
  ...route,
  Component: lazy(async () => ({ default: await route.load() })),
}));

function Shown({ route, Component }: { route: PageRoute; Component: ComponentType }) {
  const page = (
    <ErrorBoundary key={route.path}>
      <Suspense fallback={<Skeleton lines={6} />}>
        <Component />
      </Suspense>
    </ErrorBoundary>
  );
  if (route.isOpen) return page;
  return (
    <Shell needsOperator={route.path.startsWith('/app/operator')} plugin={route.plugin}>
      {page}
    </Shell>
  );
}

export function App() {
  return (
    <QueryClientProvider client={queries}>
      <WorldProvider>
        <Switch>
          {pages.map(({ Component, ...route }) => (
            <Route key={route.path} path={route.path}>
              <Shown route={route} Component={Component} />
            </Route>
          ))}
          <Route path="/">
            <Redirect to="/app" replace />
          </Route>
          <Route>
            <Shell needsOperator={false}>
              <NotFoundPage />
            </Shell>
          </Route>
        </Switch>
        <Toasts />
      </WorldProvider>
    </QueryClientProvider>
  );
}
