import { useQueryClient } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'wouter';
import { useQueryParam } from '../../lib/address.ts';
import { useData } from '../../lib/data.ts';
import { isNotFound } from '../../lib/errors.ts';
import { useAreTitlesLoading, useOrderedProducts } from '../../lib/ordered-products.ts';
import { orderName } from '../../lib/products.ts';
import { useRetailerName } from '../../lib/retailers.ts';
import { useWorld, worldNames } from '../../lib/world.tsx';
import { Allowed } from '../../ui/allowed.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { OrderBadge } from '../../ui/order-name.tsx';
import { Page } from '../../ui/page.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { Steps } from '../../ui/steps.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { CopyButton, ExternalLink, JsonView, Moment } from '../../ui/text.tsx';
import { AddressCard, DetailsCard, PriceCard } from './about-cards.tsx';
import { CancelButton, CancelDialog, useIsCanceling } from './cancel-order.tsx';
import { ConcessionsNote } from './concessions-note.tsx';
import { DocumentsCard } from './documents-card.tsx';
import { FailureNote } from './failure-note.tsx';
import { ItemsCard } from './items-card.tsx';
import { CancellationNote, canRequestCancellation, RequestCancellationDialog } from './request-cancellation.tsx';
import './order-page.css';
import { ActionCard } from './action-card.tsx';
import { isMoving, type Order, stepsOf } from './progress.ts';
import { RecordingsCard } from './recordings-card.tsx';
import { ReturnDialog, useCanReturn } from './return-dialog.tsx';
import { ReturnsCard } from './returns-card.tsx';
import { SandboxHelper } from './sandbox-helper.tsx';
import { ShipmentsCard } from './shipments-card.tsx';
import { TimelineCard } from './timeline-card.tsx';

const back = { to: '/app/orders', label: 'Orders' };

export function OrderPage() {
  const { id = '' } = useParams();
  const { world } = useWorld();
  const queries = useQueryClient();
  const order = useData(
    ['order', id],
    (api, options) => {
      const known = queries.getQueryData<Order>([world, 'order', id]);
      const wait = known && isMoving(known) ? { wait_seconds: 20, since: known.updated_at } : {};
      return api.getOrder({ order_id: id, ...wait }, options);
    },
    // The next long poll starts right after the last.
    { refresh: (shown) => (shown && isMoving(shown) ? 250 : false), freshFor: 1000 },
  );
  const areTitlesLoading = useAreTitlesLoading(id);
  if (isNotFound(order.error) || order.error?.name === 'ValidationError') return <NoSuchOrder />;
  if (!order.data || areTitlesLoading) {
    return (
      <Page title="Order" back={back}>
        <Loaded data={order} skeleton={<Skeleton lines={8} />}>
          {() => <Skeleton lines={8} />}
        </Loaded>
      </Page>
    );
  }
  return <Shown key={id} order={order.data} />;
}

/** The order may exist in the other mode, so the page offers to switch. */
function NoSuchOrder() {
  const { world, switchTo } = useWorld();
  const other = world === 'test' ? 'live' : 'test';
  return (
    <Page title="Order" back={back}>
      <EmptyState
        icon="box"
        title={`Order not found in ${worldNames[world]}`}
        action={
          <Button kind="primary" onClick={() => switchTo(other)}>
            View in {worldNames[other]}
          </Button>
        }
      >
        It may be in the other mode or belong to another account.
      </EmptyState>
    </Page>
  );
}

function Shown({ order }: { order: Order }) {
  const [params, setParams] = useSearchParams();
  const view = params.get('view') === 'json' ? 'json' : 'order';
  const nameOf = useRetailerName();
  const title = orderName(order, useOrderedProducts(order));
  return (
    <Page
      title={title}
      heading={
        <>
          <span className="order-title">{title}</span>
          <OrderBadge order={order} withApiStatus />
        </>
      }
      back={back}
      actions={<OrderActions order={order} />}
      lead={
        <p className="order-lead">
          <span>{nameOf(order.retailer)}</span>
          <Moment at={order.created_at} />
          <span>
            <code>{order.id}</code> <CopyButton text={order.id} label="Copy ID" />
          </span>
        </p>
      }
    >
      <Tabs
        label="Order views"
        tabs={[
          { name: 'order', label: 'Order' },
          { name: 'json', label: 'Raw JSON' },
        ]}
        current={view}
        onChoose={(name) => setParams(name === 'json' ? { view: name } : {}, { replace: true })}
      >
        {view === 'json' ? <JsonView value={order} label="Order as JSON" /> : <Cards order={order} />}
      </Tabs>
    </Page>
  );
}

function Cards({ order }: { order: Order }) {
  const { world } = useWorld();
  const isCanceling = useIsCanceling(order);
  return (
    <div className="columns">
      <div className="stack">
        <FailureNote order={order} />
        <ConcessionsNote order={order} />
        <CancellationNote order={order} />
        {!isCanceling && <ActionCard order={order} />}
        <Card
          title="Progress"
          action={<ExternalLink href={`${location.origin}/track/${order.id}`}>Tracking page</ExternalLink>}
        >
          <Steps label="Order progress" steps={stepsOf(order)} />
        </Card>
        {world === 'test' && !isCanceling && (
          <Allowed to="advanceSandboxOrder">
            <SandboxHelper order={order} />
          </Allowed>
        )}
        <ItemsCard order={order} />
        <ShipmentsCard order={order} />
        <TimelineCard order={order} />
        <RecordingsCard orderId={order.id} />
      </div>
      <div className="stack">
        <PriceCard order={order} />
        <AddressCard order={order} />
        <ReturnsCard order={order} />
        <DocumentsCard order={order} />
        <DetailsCard order={order} />
      </div>
    </div>
  );
}

function OrderActions({ order }: { order: Order }) {
  const [asks, setAsks] = useQueryParam('dialog');
  const close = () => setAsks(null);
  const canReturn = useCanReturn(order);
  return (
    <>
      {order.status === 'pending' && <CancelButton order={order} onAsk={() => setAsks('cancel')} />}
      {canRequestCancellation(order) && (
        <Button kind="danger" does="requestCancellation" onClick={() => setAsks('call-off')}>
          Request cancellation
        </Button>
      )}
      {canReturn && (
        <Button icon="back" does="createReturn" onClick={() => setAsks('return')}>
          Return items
        </Button>
      )}
      <ButtonLink icon="chat" does="postToCase" to={`/app/cases/${order.id}`}>
        Get help
      </ButtonLink>
      <Allowed to="cancelOrder">
        <CancelDialog order={order} isOpen={asks === 'cancel' && order.status === 'pending'} onClose={close} />
        <RequestCancellationDialog
          order={order}
          isOpen={asks === 'call-off' && canRequestCancellation(order)}
          onClose={close}
        />
        <ReturnDialog order={order} isOpen={asks === 'return' && canReturn} onClose={close} />
      </Allowed>
    </>
  );
}
