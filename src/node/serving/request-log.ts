// The default logger of `RequestLogger`: lines for people on a terminal, JSON by `pino` everywhere else.

import { createRequire } from 'node:module';
import { createColors } from 'picocolors';
import { escapeControls, escapeLines } from '../../http/printable.js';
import { logOutput } from './log-output.js';

/** The members of a logger that `RequestLogger` uses: a function for each level, which takes fields and a message. */
export interface RequestLog {
  /** Called for a request that was answered with a status below 400. */
  info(fields: object, message: string): void;
  /** Called for a request that was answered with a 4xx. */
  warn(fields: object, message: string): void;
  /** Called for a request that failed. */
  error(fields: object, message: string): void;
}

type TerminalColors = Readonly<Record<'dim' | 'green' | 'yellow' | 'red', (text: string) => string>>;

const levels = ['info', 'warn', 'error'] as const;

/** The default logger. `LOG_LEVEL` sets the lowest level that is logged, by default `info`. */
export function standardLog(): RequestLog {
  const level = process.env['LOG_LEVEL'] ?? 'info';
  if (process.stdout.isTTY === true && process.env['NODE_ENV'] !== 'production')
    return terminalLog(level, (text) => process.stdout.write(text));
  // Loaded when the first logger is made, so applications without one do not wait for it.
  const pino = createRequire(import.meta.url)('pino') as Pino;
  const serializers: PinoOptions['serializers'] = {
    // Log viewers print an error's message and stack as they are, including line breaks and terminal colours.
    err: (error) => {
      const fields = pino.stdSerializers.err(error);
      if (typeof fields['message'] === 'string') fields['message'] = escapeControls(fields['message']);
      if (typeof fields['stack'] === 'string') fields['stack'] = escapeLines(fields['stack']);
      return fields;
    },
  };
  return pino({ level, serializers }, logOutput());
}

type ErrorFields = Record<string, unknown>;

interface PinoOptions {
  readonly level: string;
  readonly serializers: { readonly err: (error: Error) => ErrorFields };
}

interface Pino {
  (options: PinoOptions, output: { write(line: string): unknown }): RequestLog;
  readonly stdSerializers: { readonly err: (error: Error) => ErrorFields };
}

/** A logger that writes `12:03:04 GET /posts/7 200 1.3 ms`. It omits errors, which are printed where they are answered. */
export function terminalLog(
  level: string,
  write: (text: string) => unknown,
  colors: TerminalColors = createColors(!process.env['NO_COLOR']),
): RequestLog {
  const lowest = levels.findIndex((name) => name === level);
  const colorOf = { info: colors.green, warn: colors.yellow, error: colors.red };
  const lines = (name: (typeof levels)[number]): RequestLog['info'] => {
    if (lowest > levels.indexOf(name) || ['fatal', 'silent'].includes(level)) return () => undefined;
    return (fields, message) => {
      const { duration }: { readonly duration?: number } = fields;
      const time = new Date().toTimeString().slice(0, 8);
      const split = message.lastIndexOf(' ');
      const status = colorOf[name](message.slice(split));
      const took = duration === undefined ? '' : colors.dim(` ${duration.toFixed(1)} ms`);
      write(`${colors.dim(time)} ${message.slice(0, split)}${status}${took}\n`);
    };
  };
  return { info: lines('info'), warn: lines('warn'), error: lines('error') };
}
