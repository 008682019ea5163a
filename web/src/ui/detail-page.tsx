import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isNotFound } from '../lib/errors.ts';
import { ButtonLink } from './button.tsx';
import type { IconName } from './icon.tsx';
import { Page } from './page.tsx';
import { EmptyState, Loaded, Skeleton } from './states.tsx';

interface MissingPageProps {
  /** Kind of object, such as "Return". */
  title: string;
  icon: IconName;
  back: { to: string; label: string };
}

/** The page for an object that does not exist in this mode. */
export const MissingPage = ({ title, icon, back }: MissingPageProps) => (
  <Page title={title} back={back}>
    <EmptyState
      icon={icon}
      title={`${title} not found`}
      action={<ButtonLink to={back.to}>View {back.label.toLowerCase()}</ButtonLink>}
    >
      It may have been deleted, or it may be in the other mode. Switch modes and try again.
    </EmptyState>
  </Page>
);

interface DetailPageProps<T> extends MissingPageProps {
  data: UseQueryResult<T>;
  children(value: T): ReactNode;
}

/** The page for one object: a placeholder while it loads, an error, or its content. */
export function DetailPage<T>({ data, children, ...missing }: DetailPageProps<T>) {
  if (isNotFound(data.error) || data.error?.name === 'ValidationError') return <MissingPage {...missing} />;
  if (data.data !== undefined) return children(data.data);
  return (
    <Page title={missing.title} back={missing.back}>
      <Loaded data={data} skeleton={<Skeleton height={400} />}>
        {() => null}
      </Loaded>
    </Page>
  );
}
