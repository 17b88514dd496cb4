import { expect, it } from 'vitest';
import { canonicalName } from '../../src/routing/patterns/route-name.js';

it.each([
  ['edit-line-item', 'edit-line-item'],
  ['edit_line_item', 'edit-line-item'],
  ['editLineItem', 'edit-line-item'],
  ['EditLineItem', 'edit-line-item'],
  ['XMLHttpRequest', 'xml-http-request'],
  ['MYapp', 'm-yapp'],
  ['MYzoo', 'm-yzoo'],
  ['myID', 'my-id'],
  ['v2Users', 'v2-users'],
  ['edit-_Item', 'edit--item'],
])('the route %s is %s in every spelling', (written, canonical) => {
  expect(canonicalName(written)).toBe(canonical);
});
