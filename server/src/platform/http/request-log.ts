import type { FastifyBaseLogger } from 'fastify';

type Bindings = Parameters<FastifyBaseLogger['child']>[0];
type ChildOptions = Parameters<FastifyBaseLogger['child']>[1];
type Arguments = [first: unknown, ...rest: unknown[]];
type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/**
 * A request's logger with its id. Creates the child logger only on first use: most requests log only their end, and a
 * child costs more than that line.
 */
class RequestLog {
  readonly #parent: FastifyBaseLogger;
  readonly #bindings: Bindings;
  readonly #options: ChildOptions;
  #child: FastifyBaseLogger | null = null;

  constructor(parent: FastifyBaseLogger, bindings: Bindings, options: ChildOptions) {
    this.#parent = parent;
    this.#bindings = bindings;
    this.#options = options;
  }

  get level(): string {
    return this.#parent.level;
  }

  #write(level: Level, args: Arguments): void {
    this.#child ??= this.#parent.child(this.#bindings, this.#options);
    (this.#child[level] as (...args: Arguments) => void)(...args);
  }

  fatal(...args: Arguments): void {
    this.#write('fatal', args);
  }
  error(...args: Arguments): void {
    this.#write('error', args);
  }
  warn(...args: Arguments): void {
    this.#write('warn', args);
  }
  info(...args: Arguments): void {
    this.#write('info', args);
  }
  debug(...args: Arguments): void {
    this.#write('debug', args);
  }
  trace(...args: Arguments): void {
    this.#write('trace', args);
  }
  silent(): void {}

  child(bindings: Bindings, options?: ChildOptions): FastifyBaseLogger {
    return this.#parent.child({ ...this.#bindings, ...bindings }, options);
  }
}

export function createRequestLog(
  parent: FastifyBaseLogger,
  bindings: Bindings,
  options: ChildOptions,
): FastifyBaseLogger {
  return new RequestLog(parent, bindings, options);
}
