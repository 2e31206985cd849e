import { expect, test } from 'vitest';
import { findTenants } from './find-tenants.ts';

const tenants = [
  { id: 1, name: 'Adventure Works', url: 'adventure-works' },
  { id: 2, name: 'Northwind Traders', url: 'nwt' },
  { id: 3, name: 'Circuit Cycles', url: 'north-side' },
];
const idsOf = (sought: string, currentTenantId: string | null = null) =>
  findTenants(tenants, { sought, currentTenantId }).map(({ id }) => id);

test('the current tenant is not offered', () => {
  expect(idsOf('', '1')).toEqual([2, 3]);
  expect(idsOf('adventure', '1')).toEqual([]);
});

test('name or url, whatever the case and the spaces around', () => {
  expect(idsOf('NORTH')).toEqual([2, 3]);
  expect(idsOf('  nWt ')).toEqual([2]);
  expect(idsOf('cycles')).toEqual([3]);
  expect(idsOf('zzz')).toEqual([]);
});
