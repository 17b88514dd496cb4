// Recognition of larger tables where speed is worth more than size, and of smaller ones where a search leaves a path to it.

import type { RouteList } from '../patterns/route-list.js';
import { runTexts } from '../patterns/run-texts.js';
import { recognition } from './matcher.js';
import type { Recognition } from './recognition.js';

/** Recognition among routes of any kind, for which constructors of params are written (params.ts; docs/compiled-routes.md, "`waypost/router`"). */
export function quickRecognition(routes: RouteList): Recognition {
  runTexts();
  return recognition(routes);
}
