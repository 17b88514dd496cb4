// Where `RequestLogger` writes unless it is given a logger: lines for people on a terminal, JSON by `pino` everywhere else.

import { createRequire } from 'node:module';
import { createColors } from 'picocolors';
import { escapeControls, escapeLines } from '../../http/printable.js';
import { logOutput } from './log-output.js';

/** The part of a logger's interface that is used here: a function for each level, which takes fields and a message. */
export interface RequestLog {
  /** Of a request that was answered below 400. */
  info(fields: object, message: string): void;
  /** Of one that was answered 4xx. */
  warn(fields: object, message: string): void;
  /** Of one that failed. */
  error(fields: object, message: string): void;
}

type TerminalColors = Readonly<Record<'dim' | 'green' | 'yellow' | 'red', (text: string) => string>>;

const levels = ['info', 'warn', 'error'] as const;

/** `LOG_LEVEL` says from which level on; everything unless it is set. */
export function standardLog(): RequestLog {
  const level = process.env['LOG_LEVEL'] ?? 'info';
  if (process.stdout.isTTY === true && process.env['NODE_ENV'] !== 'production')
    return terminalLog(level, (text) => process.stdout.write(text));
  // Loaded when the first logger is made, so that only those who log wait for it.
  const pino = createRequire(import.meta.url)('pino') as Pino;
  const serializers: PinoOptions['serializers'] = {
    // Viewers of such logs print an error's message and stack as they are, line breaks, colours and all.
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

/** `12:03:04 GET /posts/7 200 1.3 ms`; what an error says is printed by whoever answers it. */
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
