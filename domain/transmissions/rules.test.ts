import { expect, test } from 'vitest';
import { companyOfAddress } from './rules.ts';

test.each([
  ['northwind', 'northwind'],
  [' Northwind ', 'northwind'],
  ['/northwind', 'northwind'],
  ['/northwind/dashboard', 'northwind'],
  ['northwind/dashboard?board=start', 'northwind'],
  ['https://rows.example:8443/northwind/purchasing/orders/purchase-orders#top', 'northwind'],
  ['https://rows.example', ''],
  ['', ''],
])('the company of %j is %j', (address, company) => expect(companyOfAddress(address)).toBe(company));
