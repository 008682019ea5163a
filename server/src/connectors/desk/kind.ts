import { Type } from 'typebox';
import type { World } from '../../kit/world.ts';
import type { Outgoing } from '../../platform/outgoing/index.ts';
import { parseShape } from '../../platform/parse-shape.ts';
import type { Brand } from '../brands.ts';
import type { Connector } from '../contract.ts';
import type { Store, StoreKind } from '../store.ts';
import { createDesk } from './create.ts';
import { type DeskScope, deskAddressOf, productIdOf, readScope } from './locate.ts';

interface Needs {
  brands: readonly Brand[];
  outgoing: Pick<Outgoing, 'get'>;
  allowPrivate: boolean;
}

const DeskSettings = Type.Object(
  { retailers: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 253 }), { minItems: 1 })) },
  { additionalProperties: false },
);

/** The brands and domains that the settings list, or `*`; else the brand that the store is named after. */
function scopeOf({ name, settings }: Pick<Store, 'name' | 'settings'>): DeskScope {
  return readScope(parseShape(DeskSettings, settings)?.retailers ?? [name]);
}

/** Stores that people buy from: one brand, one website, or any website (`*`). */
export function createDeskKind(needs: Needs): StoreKind {
  const isBrand = (name: string): boolean => needs.brands.some(({ id }) => id === name);
  return {
    kind: 'desk',
    label: 'Desk (manual purchase)',
    // In both modes a person places the order.
    modes: ['automatic', 'review', 'catalogue'],
    settings: DeskSettings,
    credentials: Type.Object({}, { additionalProperties: false }),
    payment: Type.Null(),
    objection({ name, url, settings }) {
      const isSaid = url !== null || settings.retailers !== undefined || isBrand(name);
      if (isSaid) return null;
      return { field: 'url', message: 'Set url, or settings.retailers: brands, domains, or "*" for any URL' };
    },
    create: (store) => {
      const desk = createDesk({ ...needs, world: store.world, currency: store.currency, scope: scopeOf(store) });
      return store.url === null || store.settings.retailers !== undefined
        ? desk
        : limitToStore(store, desk, needs.brands);
    },
  };
}

/** URLs of the store belong to it under its configured name. */
function limitToStore<W extends World>(store: Store<W>, desk: Connector<W>, brands: readonly Brand[]): Connector<W> {
  const ownBrand = brands.filter(({ id }) => id === store.name);
  const hosts = [store.url, ...store.also].flatMap((origin) =>
    origin === null ? [] : [withoutWww(new URL(origin).host)],
  );
  const isOurs = (url: URL): boolean => hosts.includes(withoutWww(url.host));
  return {
    ...desk,
    retailers: [store.name],
    locate: (url) => (isOurs(url) ? { retailer: store.name, productId: productIdOf(ownBrand, url) } : null),
    addressOf: ({ productId }) => deskAddressOf(ownBrand[0] ?? null, productId, isOurs),
    servesDomain: (domain) =>
      hosts.some((host) => host === withoutWww(domain) || host.split(':')[0] === withoutWww(domain)),
  };
}

const withoutWww = (host: string): string => host.replace(/^www\./, '');
