import { type Command, UsageError } from '../command.ts';

type Described = Omit<Command, 'run' | 'isKeyless'>;

const passphraseFile = {
  'passphrase-file': {
    type: 'string',
    help: 'A file with the passphrase (default: BACKUP_PASSPHRASE, otherwise the master key)',
  },
} as const;

/** Commands for operators. They work on the data folder and database (DATA_DIR, DATABASE_URL), not over the API. */
const described: Described[] = [
  {
    name: 'serve',
    summary: 'Start the service',
  },
  {
    name: 'backup',
    usage: '[file]',
    summary: 'Back up everything to one encrypted file while the service runs',
    options: {
      verify: {
        type: 'boolean',
        help: 'Verify the backup by restoring it into a scratch database. With an existing file, only verify it',
      },
      ...passphraseFile,
    },
  },
  {
    name: 'restore',
    usage: '<file>',
    summary: 'Restore a backup into an empty data folder and database',
    options: passphraseFile,
  },
  {
    name: 'upgrade',
    summary: 'Back up, then upgrade the database to this version',
    options: { check: { type: 'boolean', help: 'Show the plan without changing anything' }, ...passphraseFile },
  },
  {
    name: 'move',
    usage: '--to <postgres://…>',
    summary: 'Move the embedded database to a PostgreSQL server while the service runs',
    options: { to: { type: 'string', help: 'An empty database on the server' } },
  },
  {
    name: 'setup',
    summary: 'Prepare Errand for the internet: operator, email, TLS, master key and backups. Tests each setting',
  },
  {
    name: 'doctor',
    summary: 'List unsafe settings',
  },
  {
    name: 'admin',
    usage: '[command …]',
    summary: 'Run an operator command on the database. Without a command, lists all of them',
    examples: ['admin secrets rotate'],
  },
];

export const serviceCommands: Command[] = described.map((command) => ({
  ...command,
  isKeyless: true,
  async run(context) {
    if (context.runLocal) return context.runLocal(command.name, context);
    throw new UsageError(`errand ${command.name} requires the full Errand package. The SDK includes only the client.`);
  },
}));
