// The signature table: every keyword and every option of the language, each in exactly one row.
//
// The interpreter, the linter, completion, hover, signature help, the reference page and the TextMate grammar all read these rows
// (`keyword-rows.ts`, `option-rows.ts`). A row says what may be written and what it is for. The interpreter knows what it means.

import { keywords, type KeywordRow } from './keyword-rows.js';
import { options, type OptionRow } from './option-rows.js';

export {
  type Keyword,
  type KeywordPlace,
  keywords,
  type KeywordRow,
  type PositionalRow,
  redirectRow,
  routeFacts,
} from './keyword-rows.js';
export {
  type OptionName,
  type OptionRow,
  options,
  resourceActions,
  resourcesActions,
  type Role,
  type ValueKind,
} from './option-rows.js';

const keywordRows: ReadonlyMap<string, KeywordRow> = new Map(Object.entries(keywords));
const optionRows: ReadonlyMap<string, OptionRow> = new Map(Object.entries(options));

/** The row of a keyword. Undefined if there is no such keyword. */
export function keywordRow(word: string): KeywordRow | undefined {
  return keywordRows.get(word);
}

/** The row of an option, in any spelling of its name. */
export function optionRow(name: string): OptionRow | undefined {
  return optionRows.get(canonicalOption(name));
}

/** An option name in the spelling of the table: `path_names` is `path-names`. */
export function canonicalOption(name: string): string {
  return name.includes('_') ? name.replaceAll('_', '-') : name;
}

/** The attributes of a request that constraints can test. The interpreter checks that a request's context has them. */
export const requestAttributes = {
  subdomain: 'The host without its domain: `api` of `api.example.com`',
  host: 'The host, in lower case and without the port',
  format: 'The extension of the path: `json` of `/posts/7.json`',
  protocol: '`http` or `https`',
  port: 'The port, a number',
  method: 'The request method, in capitals',
} as const;

export function isRequestAttribute(name: string): name is keyof typeof requestAttributes {
  return Object.hasOwn(requestAttributes, name);
}

/** The HTTP methods that `via` may name: those that IANA lists, and those that Node parses. */
export const httpVerbs: ReadonlySet<string> = new Set(
  (
    'ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT CONNECT COPY DELETE GET HEAD LABEL LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR ' +
    'MKCOL MKREDIRECTREF MKWORKSPACE MOVE NOTIFY OPTIONS ORDERPATCH PATCH POST PRI PROPFIND PROPPATCH PURGE PUT QUERY REBIND ' +
    'REPORT SEARCH SOURCE SUBSCRIBE TRACE UNBIND UNCHECKOUT UNLINK UNLOCK UNSUBSCRIBE UPDATE UPDATEREDIRECTREF ' +
    'VERSION-CONTROL'
  ).split(' '),
);
