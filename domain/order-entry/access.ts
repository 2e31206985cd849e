import type { AuthorisedRecordType } from '../access/authorised-record-type.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { accessibleMenu } from '../menu/rules.ts';
import type { TenantConfig } from '../tenants/tenant-config.ts';
import { questionsWithoutField } from './order-form.ts';
import type { OrderForm } from './order-form.ts';
import { cannotFill, formWithoutFields, orderEntryRoute, withoutSeries } from './rules.ts';

/** Who may open the page of order entry; its files are for them and for who administers the company. */
const mayEnterOrders = (config: TenantConfig, viewer: Viewer): boolean =>
  viewer.administers ||
  accessibleMenu(config, viewer).some(({ sections }) =>
    sections.some(({ items }) =>
      items.some(({ route, recordTypeId }) => route === orderEntryRoute && recordTypeId === null),
    ),
  );

export function requireOrderEntry(config: TenantConfig, viewer: Viewer): void {
  if (!mayEnterOrders(config, viewer)) throw new Refusal('FORBIDDEN', 'Your role may not enter orders here.');
}

/** Why the viewer cannot send the form, whatever they answer; null when they can. */
export function whyNotForm(form: OrderForm, recordType: AuthorisedRecordType): string | null {
  if (!recordType.type.isNumbered) return withoutSeries;
  const isFilled = (fieldKey: string) => recordType.fields.get(fieldKey)?.access === 'Editable';
  const untaken = questionsWithoutField(form, recordType.type).map(({ name }) => name);
  if (untaken.length > 0) return formWithoutFields(untaken);
  return Object.values(form.fields).every(isFilled) ? null : cannotFill;
}
