import { bills } from './bills.ts';
import type { CompanyTemplate } from './company-template.ts';
import { projects } from './projects.ts';
import { purchaseOrders } from './purchase-orders.ts';
import { salesOrders } from './sales-orders.ts';

/** In the order in which they are offered. */
export const companyTemplates: readonly CompanyTemplate[] = [salesOrders, purchaseOrders, bills, projects];

export const findTemplate = (key: string): CompanyTemplate | null =>
  companyTemplates.find((template) => template.key === key) ?? null;
