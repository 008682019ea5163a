import type { startAccountMail } from '../../domains/catalog/retailer-accounts/index.ts';
import type { placementJobs } from '../../domains/orders/placement/index.ts';
import type { PluginName } from '../../platform/config.ts';
import type { App } from '../../platform/http/index.ts';
import type { JobHandlers, JobName } from '../../platform/queue/index.ts';
import type { CoreParts } from '../parts-core.ts';
import type { StorePlugin } from './store-plugin.ts';

/** Job kinds of a plug-in start with its name. */
export type JobsOf<Name extends PluginName> = Extract<JobName, `${Name}.${string}`>;

/** An optional part of the service. main/plugins/index.ts lists them; PLUGINS chooses among them. */
export interface Plugin<Name extends PluginName = PluginName> extends StorePlugin {
  readonly name: Name;
  open?(parts: CoreParts): OpenPlugin<Name> | Promise<OpenPlugin<Name>>;
}

/** Does not compile without a handler for each job kind of the plug-in. */
export type OpenPlugin<Name extends PluginName = PluginName> = Name extends PluginName
  ? PluginHooks & ([JobsOf<Name>] extends [never] ? { jobs?: never } : { jobs(): Pick<JobHandlers, JobsOf<Name>> })
  : never;

interface PluginHooks {
  routes?(app: App): void | Promise<void>;
  /** Secrets that IDs depend on, created before the first request so every backup has them. */
  createSecrets?(): Promise<unknown>;
  /** Mailboxes besides those of retailer accounts. */
  mailboxes?: NonNullable<Parameters<typeof startAccountMail>[2]>;
  /** Asks a person to buy where a store blocks programs. Null if nobody can. */
  askDesk?: NonNullable<Parameters<typeof placementJobs>[0]['askDesk']>;
  /** The plug-in's section of /llms.txt. */
  withoutKey?: string;
  otherWay?: string;
}
