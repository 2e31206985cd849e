// The places that are kept beside the configuration, as they are read; each kind with what it refers to.
import { fieldsOfChart, type Chart } from '../dashboards/chart.ts';
import { toCondition, type GridFilter, type GridOptions } from '../grid-preferences/model.ts';
import { additionalFieldKey } from '../fields/field.ts';
import { showDisabled } from '../kernel/formats.ts';
import { roleId, userId, type UserId } from '../kernel/ids.ts';
import type { OrderForm } from '../order-entry/order-form.ts';
import type { TenantConfig } from '../tenants/tenant-config.ts';
import type { Offer, OfferedItem, SourceSettings, TargetSettings } from '../transmissions/setup.ts';
import { fieldName, typeName } from './configured-places.ts';
import { Mentions, type PlaceConfig } from './mentions.ts';
import { toGrid, toPage, type Place } from './place.ts';
import { aField } from './thing.ts';

const roleName = (config: TenantConfig, id: number): string => config.roles.get(roleId(id))?.name ?? 'A role';

export type SavedView = {
  readonly id: number;
  readonly recordTypeId: number | null;
  readonly userId: number | null;
  readonly roleId: number | null;
  readonly savedName: string;
  readonly gridOptions: GridOptions;
  readonly isRoleDefault: boolean;
};

const named = (filters: readonly GridFilter[]) => filters.map(toCondition);

/** A column that is hidden in it is none of it: what happens to it changes nothing there. */
function mentionsOfView(config: PlaceConfig, view: SavedView): Mentions {
  const mentions = new Mentions(config)
    .of('USER', view.userId, 'is theirs')
    .of('ROLE', view.roleId, view.isRoleDefault ? 'opens its grid' : 'is for it');
  const { recordTypeId, gridOptions: options } = view;
  if (recordTypeId === null) return mentions;
  mentions.of('RECORD_TYPE', recordTypeId, 'is of its grid');
  const hidden = new Set(options.hiddenFields);
  const { left, right } = options.pinnedColumns;
  for (const key of new Set([...options.orderedFields, ...left, ...right]))
    if (!hidden.has(key)) mentions.field(recordTypeId, key, 'a column');
  mentions.conditions(recordTypeId, named(options.filterModel), 'its filter');
  for (const { field } of options.sortModel) mentions.field(recordTypeId, field, 'its order');
  for (const { field } of options.groups) mentions.field(recordTypeId, field, 'its groups');
  for (const { column, conditions } of options.colours) {
    if (column !== null) mentions.field(recordTypeId, column, 'a colour rule');
    mentions.conditions(recordTypeId, named(conditions), 'a colour rule');
  }
  const { field = null, sum = null } = options.layout ?? {};
  if (field !== null) mentions.field(recordTypeId, field, 'its board or calendar');
  if (sum !== null) mentions.field(recordTypeId, sum, 'its board or calendar');
  return mentions;
}

/** @param reader to whom links are of use: a view of another role opens for nobody else */
export const savedViewPlace = (
  config: PlaceConfig,
  view: SavedView,
  reader: { readonly userId: number; readonly roleId: number },
): Place => ({
  kind: 'SAVED_VIEW',
  name:
    view.roleId === null
      ? `${view.savedName}, of ${typeName(config, view.recordTypeId ?? 0)}`
      : `${view.savedName}, of ${typeName(config, view.recordTypeId ?? 0)} for ${roleName(config, view.roleId)}`,
  owner: view.userId === null ? null : userId(view.userId),
  link:
    view.recordTypeId !== null && (view.userId === reader.userId || view.roleId === reader.roleId)
      ? toGrid(view.recordTypeId, `preference=${view.id}`)
      : null,
  mentions: mentionsOfView(config, view).byThing,
});

export type KeptTest = {
  readonly roleId: number;
  readonly recordTypeId: number;
  readonly fieldId: number | null;
  readonly baseField: string | null;
  readonly most: string;
};

export function accessTestPlace(config: PlaceConfig, test: KeptTest): Place {
  const key = test.fieldId === null ? (test.baseField ?? '') : additionalFieldKey(test.fieldId);
  const must = `must not ${test.most === 'NotAllowed' ? 'see' : 'change'}`;
  return {
    kind: 'ACCESS_TEST',
    name: `${roleName(config, test.roleId)} ${must} ${fieldName(config, key)} of ${typeName(config, test.recordTypeId)}`,
    owner: null,
    link: toPage('roles', 'tab=tests'),
    mentions: new Mentions(config)
      .of('ROLE', test.roleId, 'is held to it')
      .of('RECORD_TYPE', test.recordTypeId, 'is spoken of')
      .add(aField(test.recordTypeId, key), 'is spoken of').byThing,
  };
}

export type KeptDashboard = {
  readonly name: string;
  readonly ownerUserId: number | null;
  readonly roleIds: readonly number[];
  readonly widgets: readonly { readonly chart?: Chart }[];
};

/** What is shared with roles is the company's, whoever made it. */
export function dashboardPlace(config: PlaceConfig, dashboard: KeptDashboard): Place {
  const { name, ownerUserId, roleIds, widgets } = dashboard;
  const mentions = new Mentions(config).of('USER', ownerUserId, 'is theirs');
  for (const id of roleIds) mentions.of('ROLE', id, 'is shared with it');
  for (const { chart } of widgets) {
    if (chart === undefined) continue;
    mentions.of('RECORD_TYPE', chart.recordTypeId, 'a chart');
    for (const key of fieldsOfChart(chart)) mentions.field(chart.recordTypeId, key, 'a chart');
    mentions.conditions(chart.recordTypeId, named(chart.filters), 'a chart');
  }
  return {
    kind: 'DASHBOARD',
    name,
    owner: ownerUserId === null || roleIds.length > 0 ? null : userId(ownerUserId),
    link: toPage('dashboard'),
    mentions: mentions.byThing,
  };
}

export type KeptMapping = {
  readonly recordTypeId: number;
  readonly enabled: boolean;
  /** Values are ids, or names where `kept` does not say so. */
  readonly settings: Partial<Omit<SourceSettings, 'kept'>> & { readonly kept?: 'ids' };
  readonly offer: Offer | null;
  readonly targetName: string;
};

export function mappingPlace(config: PlaceConfig, mapping: KeptMapping): Place {
  const { recordTypeId, settings, offer, targetName, enabled } = mapping;
  const mentions = new Mentions(config).of('RECORD_TYPE', recordTypeId, 'is sent');
  const value = (key: string | null | undefined, kept: string | null | undefined, as: string) => {
    if (key == null) return;
    mentions.field(recordTypeId, key, as);
    if (kept == null) return;
    mentions.value(key, settings.kept === 'ids' ? kept : idOfStatus(config, recordTypeId, key, kept), as);
  };
  value(settings.triggerField, settings.triggerValue, 'sends it');
  value(settings.sourceStatusField, settings.sourceSuccessStatusValue, 'is set when it is sent');
  value(settings.sourceStatusField, settings.sourceErrorStatusValue, 'is set when it fails');
  for (const { key } of offer?.items ?? []) mentions.field(recordTypeId, key, 'is carried');
  const name = `${typeName(config, recordTypeId)} to ${targetName}`;
  return {
    kind: 'MAPPING',
    name: enabled ? name : showDisabled(name),
    owner: null,
    link: toPage('transmissions', 'tab=own'),
    mentions: mentions.byThing,
  };
}

function idOfStatus(config: TenantConfig, typeId: number, key: string, name: string): string {
  if (key !== 'status') return '';
  const found = [...config.statuses.values()].find(
    (status) => status.recordTypeId === typeId && status.name.toLowerCase() === name.toLowerCase(),
  );
  return String(found?.id ?? '');
}

export type KeptOffer = {
  readonly company: string;
  /** Null while nothing of ours takes it. */
  readonly recordTypeId: number | null;
  readonly settings: Partial<TargetSettings> | null;
  readonly offer: Offer<OfferedItem>;
};

export function offerPlace(
  config: PlaceConfig,
  { company, recordTypeId, settings, offer }: KeptOffer,
): Place[] {
  if (recordTypeId === null || settings === null) return [];
  const mentions = new Mentions(config).of('RECORD_TYPE', recordTypeId, 'receives it');
  const { targetStatusField = null, targetStatusValue = null, pairs = [], translations = [] } = settings;
  if (targetStatusField !== null) {
    mentions.field(recordTypeId, targetStatusField, 'is set on arrival');
    if (targetStatusValue !== null) mentions.value(targetStatusField, targetStatusValue, 'is set on arrival');
  }
  const fieldOfItem = new Map(pairs.map(({ item, field }) => [item, field]));
  for (const key of fieldOfItem.values()) mentions.field(recordTypeId, key, 'is filled');
  for (const { item, ours } of translations) {
    const key = fieldOfItem.get(item);
    if (key === undefined) continue;
    if (key.startsWith('l') && /^\d+$/.test(ours))
      mentions.of('LIST_VALUE', Number(ours), 'is a translation');
    else mentions.value(key, ours, 'is a translation');
  }
  return [
    {
      kind: 'OFFER',
      name: `${offer.typeName} of ${company} into ${typeName(config, recordTypeId)}`,
      owner: null,
      link: toPage('transmissions', 'tab=offered'),
      mentions: mentions.byThing,
    },
  ];
}

export function orderFormPlace(config: PlaceConfig, form: OrderForm): Place {
  const mentions = new Mentions(config)
    .of('RECORD_TYPE', form.recordTypeId, 'makes its records')
    .of('PROBLEM_CODE', form.problemCodeId, 'begins with it');
  for (const key of Object.values(form.fields)) mentions.field(form.recordTypeId, key, 'is filled');
  if (form.lines !== null) {
    const { lineItemTypeId, option, quantity, price } = form.lines;
    mentions.of('LINE_TYPE', lineItemTypeId, 'makes its lines');
    for (const id of [option, quantity, price]) mentions.of('LINE_FIELD', id, 'is filled');
  }
  return {
    kind: 'ORDER_FORM',
    name: form.enabled ? form.name : showDisabled(form.name),
    owner: null,
    link: toPage('order-entry', `form=${form.id}`),
    mentions: mentions.byThing,
  };
}

export function portalPlace(
  config: PlaceConfig,
  {
    name,
    enabled,
    roleIds,
  }: { readonly name: string; readonly enabled: boolean; readonly roleIds: readonly number[] },
): Place {
  const mentions = new Mentions(config);
  for (const id of roleIds) mentions.of('ROLE', id, 'may open it');
  return {
    kind: 'PORTAL',
    name: enabled ? name : showDisabled(name),
    owner: null,
    link: toPage('portal'),
    mentions: mentions.byThing,
  };
}

/** Of a view or a dashboard, by its name; those to whom it goes no more are none of its readers. */
export function mailPlace(
  config: PlaceConfig,
  mail: { readonly name: string; readonly ownerUserId: number; readonly readers: readonly number[] },
): Place {
  const mentions = new Mentions(config).of('USER', mail.ownerUserId, 'set it up');
  for (const reader of mail.readers) mentions.of('USER', reader, 'receives it');
  return {
    kind: 'MAIL',
    name: mail.name,
    owner: null,
    link: toPage('tenant-profile-settings'),
    mentions: mentions.byThing,
  };
}

export const invitationPlace = (
  config: PlaceConfig,
  { email, roleId: id }: { readonly email: string; readonly roleId: number },
): Place => ({
  kind: 'INVITATION',
  name: email,
  owner: null,
  link: toPage('users'),
  mentions: new Mentions(config).of('ROLE', id, 'is invited to it').byThing,
});

/** What somebody watches is theirs. */
export const watchedPlace = (
  config: PlaceConfig,
  watched: { readonly userId: UserId; readonly recordTypeId: number; readonly records: number },
): Place => {
  const records = `${watched.records} ${watched.records === 1 ? 'record' : 'records'}`;
  return {
    kind: 'WATCHED',
    name: `${records} of ${typeName(config, watched.recordTypeId)}`,
    owner: watched.userId,
    link: null,
    mentions: new Mentions(config)
      .of('USER', watched.userId, `watches ${records}`)
      .of('RECORD_TYPE', watched.recordTypeId, records).byThing,
  };
};
