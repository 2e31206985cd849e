import { expect, test } from 'vitest';
import { nameInAddress } from './name-in-address.ts';

test.each([
  ['Aufträge', 'auftrage'],
  ['Müller & Söhne', 'muller-sohne'],
  ['Große Łódź Ærø', 'grosse-lodz-aero'],
  ['  Sales orders (2026) ', 'sales-orders-2026'],
  ['A name that is too long', 'a-name-that-is-too'],
  ['Заказы', ''],
])('%j is %j in an address', (name, part) => expect(nameInAddress(name, 19)).toBe(part));
