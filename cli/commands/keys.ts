import { argument, type Command, exitCodes, show, UsageError } from '../command.ts';
import { createKeyFile } from '../key-file.ts';

export const keysShow: Command = {
  name: 'keys show',
  usage: '',
  summary: 'Which key is used, without showing it',
  argumentsMax: 0,
  isKeyless: true,
  async run(context) {
    const { apiKey, baseUrl } = context;
    const kept = createKeyFile(context);
    const isKept = apiKey !== undefined && apiKey === (await kept.get(baseUrl));
    const given = {
      service: baseUrl,
      world: apiKey === undefined ? null : apiKey.startsWith('svc_live_') ? 'live' : 'test',
      hint: apiKey?.slice(-4) ?? null,
      kept_in: isKept ? kept.file : null,
    };
    show(context, given, () =>
      apiKey === undefined
        ? `No key for ${baseUrl}: the first command that needs one mints a sandbox key.\n`
        : `A ${given.world} key that ends with ${given.hint}, for ${baseUrl}${isKept ? `, kept in ${kept.file}` : ''}.\n`,
    );
    return exitCodes.fine;
  },
};

export const keysUse: Command = {
  name: 'keys use',
  usage: '<key>',
  summary: 'Keep a key for this service; - reads it from what is piped in',
  argumentsMax: 1,
  isKeyless: true,
  async run(context) {
    let key = argument(context, 0, 'key');
    if (key === '-') for await (const line of context.lines()) key = key === '-' ? line.trim() : key;
    if (!/^svc_(?:live|test)_\w+$/.test(key)) throw new UsageError('A key looks like svc_live_… or svc_test_….');
    const kept = createKeyFile(context);
    await kept.keep(context.baseUrl, key);
    show(context, { kept_in: kept.file }, () => `Kept in ${kept.file}.\n`);
    return exitCodes.fine;
  },
};

export const keysForget: Command = {
  name: 'keys forget',
  usage: '',
  summary: 'Forget the kept key of this service; it stays valid',
  argumentsMax: 0,
  isKeyless: true,
  async run(context) {
    const wasKept = await createKeyFile(context).forget(context.baseUrl);
    show(context, { forgotten: wasKept }, () => (wasKept ? 'Forgotten.\n' : 'None was kept.\n'));
    return exitCodes.fine;
  },
};
