import type { startAccountMail } from '../../domains/catalog/retailer-accounts/index.ts';
import type { placementJobs } from '../../domains/orders/placement/index.ts';
import type { PluginName } from '../../platform/config.ts';
import type { App } from '../../platform/http/index.ts';
import type { JobHandlers, JobName } from '../../platform/queue/index.ts';
import type { CoreParts } from '../parts-core.ts';
import type { StorePlugin } from './store-plugin.ts';

/** The jobs of a plug-in are those whose kinds begin with its name. */
export type JobsOf<Name extends PluginName> = Extract<JobName, `${Name}.${string}`>;

/** An optional part of the service: main/plugins/index.ts lists them, the setting PLUGINS chooses among them. */
export interface Plugin<Name extends PluginName = PluginName> extends StorePlugin {
  readonly name: Name;
  /** What it adds to a process. */
  open?(parts: CoreParts): OpenPlugin<Name> | Promise<OpenPlugin<Name>>;
}

/** One with jobs of its own does not compile without a handler for each. */
export type OpenPlugin<Name extends PluginName = PluginName> = Name extends PluginName
  ? PluginHooks & ([JobsOf<Name>] extends [never] ? { jobs?: never } : { jobs(): Pick<JobHandlers, JobsOf<Name>> })
  : never;

interface PluginHooks {
  routes?(app: App): void | Promise<void>;
  /** Secrets that ids depend on, made before the first request so that every backup holds them. */
  createSecrets?(): Promise<unknown>;
  /** Mailboxes beside those of retailer accounts. */
  mailboxes?: NonNullable<Parameters<typeof startAccountMail>[2]>;
  /** The question to a person who can buy where the store keeps programs out; null where nobody does. */
  askDesk?: NonNullable<Parameters<typeof placementJobs>[0]['askDesk']>;
  /** Its section of /llms.txt: what needs no key, or another way in. */
  withoutKey?: string;
  otherWay?: string;
}
