// The places that a configuration holds itself, each kind with what it refers to.
import { findBaseField } from '../fields/base-fields.ts';
import { additionalFieldKey, parseFieldKey } from '../fields/field.ts';
import { formulaOf } from '../formulas/computed-fields.ts';
import { keysIn, readLineKey } from '../formulas/formula.ts';
import { sayKind } from '../field-conditions/judge-fields.ts';
import { readIds, showDisabled } from '../kernel/formats.ts';
import { fieldId, recordTypeId } from '../kernel/ids.ts';
import { findFilterCriteria } from '../records/filter-rules.ts';
import { readKeptCondition } from '../records/kept-conditions.ts';
import type {
  StoredField,
  StoredRole,
  StoredRoleFieldAccess,
  TenantConfig,
} from '../tenants/tenant-config.ts';
import { valueOf } from '../values/values.ts';
import { Mentions, type PlaceConfig } from './mentions.ts';
import { toDesigner, toPage, type Place, type PlaceKind } from './place.ts';
import { aField } from './thing.ts';

const levels = { NotAllowed: 'not allowed', ViewOnly: 'view only', Editable: 'editable' } as const;
const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
const named = ({ name, enabled }: { readonly name: string; readonly enabled: boolean }) =>
  enabled ? name : showDisabled(name);

export const typeName = (config: TenantConfig, id: number): string =>
  config.recordTypes.get(recordTypeId(id))?.name ?? 'A record type that is switched off';

export function fieldName(config: TenantConfig, key: string): string {
  const line = readLineKey(key);
  if (line !== null) return config.lineItemFields.get(line)?.name ?? 'A field that is gone';
  const parsed = parseFieldKey(key);
  if ('base' in parsed) return findBaseField(parsed.base)?.label ?? parsed.base;
  const stored = config.fields.get(fieldId(parsed.fieldId));
  return stored === undefined ? 'A field that is gone' : named(stored);
}

const keyOfLine = ({ fieldId: id, baseField }: StoredRoleFieldAccess): string =>
  id === null ? (baseField ?? '') : additionalFieldKey(id);

const place = (
  kind: PlaceKind,
  name: string,
  link: Place['link'],
  { byThing: mentions }: Mentions,
): Place => ({
  kind,
  name,
  owner: null,
  link,
  mentions,
});

export const peopleOf = (config: PlaceConfig): Place[] =>
  [...config.members.values()].map((member) =>
    place(
      'PERSON',
      named(member),
      toPage('users'),
      new Mentions(config).of('ROLE', member.roleId, member.enabled ? 'has it' : 'has it, and is shut out'),
    ),
  );

export const menuItemsIn = (config: PlaceConfig): Place[] =>
  config.menu.flatMap((group) =>
    group.sections.flatMap((section) =>
      section.items.flatMap((item) =>
        item.recordTypeId === null
          ? []
          : [
              place(
                'MENU_ITEM',
                [group.name, section.name, named(item)]
                  .filter((one, at, all) => all.indexOf(one) === at)
                  .join(' › '),
                toPage('menus'),
                new Mentions(config).of('RECORD_TYPE', item.recordTypeId, 'opens its grid'),
              ),
            ],
      ),
    ),
  );

export function roleActionsOf(config: PlaceConfig): Place[] {
  const items = new Map(
    config.menu.flatMap(({ sections }) =>
      sections.flatMap(({ items: own }) => own.map((one) => [one.id, one])),
    ),
  );
  return [...config.roles.values()].flatMap((role) =>
    [...role.menuActions].flatMap(([id, actions]) => {
      const item = items.get(id);
      if (item === undefined || actions.size === 0) return [];
      const as = actions.size === 1 ? [...actions][0]! : counted(actions.size, 'action', 'actions');
      const mentions = new Mentions(config)
        .of('ROLE', role.id, as)
        .of('MENU_ITEM', id, as)
        .of('RECORD_TYPE', item.recordTypeId, as);
      const tab = item.recordTypeId === null ? 'menu' : 'actions';
      return [
        place(
          'ROLE_ACTIONS',
          `${named(role)}: ${named(item)}`,
          toPage('roles', `tab=${tab}&of=${id}`),
          mentions,
        ),
      ];
    }),
  );
}

const enabledLines = ({ fieldAccess }: StoredRole) => fieldAccess.filter(({ enabled }) => enabled);

/** Fields without a line of their own follow the role's default, and refer to nothing. */
export const fieldAccessOf = (config: PlaceConfig): Place[] =>
  [...config.roles.values()].flatMap((role) =>
    [...Map.groupBy(enabledLines(role), (line) => line.recordTypeId)].map(([typeId, lines]) => {
      const fields = counted(lines.length, 'field', 'fields');
      const mentions = new Mentions(config).of('ROLE', role.id, fields).of('RECORD_TYPE', typeId, fields);
      for (const line of lines) mentions.add(aField(typeId, keyOfLine(line)), levels[line.access]);
      return place(
        'FIELD_ACCESS',
        `${named(role)}: ${typeName(config, typeId)}`,
        toPage('roles', `tab=fields&of=${typeId}`),
        mentions,
      );
    }),
  );

export const confinementsOf = (config: PlaceConfig): Place[] =>
  [...config.roles.values()].flatMap((role) =>
    enabledLines(role).flatMap((line) => {
      const { recordTypeId: typeId, filterCriteria } = line;
      if (!filterCriteria?.length) return [];
      const field = keyOfLine(line);
      const conditions = filterCriteria.flatMap((one) => {
        const criteria = findFilterCriteria(one);
        return criteria === null ? [] : [{ ...criteria, field }];
      });
      const mentions = new Mentions(config)
        .of('ROLE', role.id, 'is confined')
        .of('RECORD_TYPE', typeId, 'is shown in part')
        .add(aField(typeId, field), 'confines')
        .conditions(typeId, conditions, 'confines');
      return [
        place(
          'CONFINEMENT',
          `${named(role)}: ${typeName(config, typeId)} by ${fieldName(config, field)}`,
          toPage('roles', 'tab=confinements'),
          mentions,
        ),
      ];
    }),
  );

export const fieldsIn = (config: PlaceConfig): Place[] => [
  ...[...config.fields.values()].flatMap((field) => {
    const mentions = new Mentions(config)
      .of('LIST', field.listId, 'chooses from it')
      .of('OBJECT', field.objectDefinitionId, 'holds it');
    if (field.defaultValue !== null && field.listId !== null)
      for (const id of valueOf(field.dataType).choosing === 'many'
        ? readIds(field.defaultValue)
        : [Number(field.defaultValue)])
        mentions.of('LIST_VALUE', id, 'its default value');
    return mentions.byThing.size === 0
      ? []
      : [
          place(
            'FIELD',
            `${typeName(config, field.recordTypeId)}: ${named(field)}`,
            toDesigner(field.recordTypeId, 'fields', field.id),
            mentions,
          ),
        ];
  }),
  ...[...config.lineItemTypes.values()].flatMap((kind) =>
    kind.fields.flatMap((field) =>
      field.listId === null
        ? []
        : [
            place(
              'FIELD',
              `${typeName(config, kind.recordTypeId)}, ${kind.name}: ${field.name}`,
              toDesigner(kind.recordTypeId, 'lineTypes', field.id),
              new Mentions(config).of('LIST', field.listId, 'chooses from it'),
            ),
          ],
    ),
  ),
];

/** A field of a record or of a line, as a place that refers to others. */
type PlacedField = {
  readonly field: Pick<StoredField, 'dataType' | 'formula' | 'fills' | 'listId'> & { readonly id: number };
  readonly name: string;
  readonly typeId: number;
  readonly tab: string;
  /** Of the keys by which formulas name such fields. */
  readonly letter: 'f' | 'l';
};

const placedFields = (config: PlaceConfig): PlacedField[] => [
  ...[...config.fields.values()].map((field) => ({
    field,
    name: `${typeName(config, field.recordTypeId)}: ${named(field)}`,
    typeId: field.recordTypeId,
    tab: 'fields',
    letter: 'f' as const,
  })),
  ...[...config.lineItemTypes.values()].flatMap((kind) =>
    kind.fields.map((field) => ({
      field,
      name: `${typeName(config, kind.recordTypeId)}, ${kind.name}: ${field.name}`,
      typeId: kind.recordTypeId,
      tab: 'lineTypes',
      letter: 'l' as const,
    })),
  ),
];

export const formulasIn = (config: PlaceConfig): Place[] =>
  placedFields(config).flatMap(({ field, name, typeId, tab }) => {
    const formula = formulaOf(field);
    if (formula === null) return [];
    const { own, gathered } = keysIn(formula);
    const mentions = new Mentions(config);
    for (const one of [...own, ...gathered]) mentions.field(typeId, one, 'is computed from it');
    return [place('FORMULA', name, toDesigner(typeId, tab, field.id), mentions)];
  });

export const fillsIn = (config: PlaceConfig): Place[] =>
  placedFields(config).flatMap(({ field, name, typeId, tab, letter }) => {
    if (field.fills.length === 0) return [];
    const mentions = new Mentions(config)
      .field(typeId, `${letter}${field.id}`, 'fills others')
      .of('LIST', field.listId, 'its values fill fields');
    for (const { fieldId: filled, propertyId } of field.fills)
      mentions
        .field(typeId, `${letter}${filled}`, 'is filled by it')
        .of('OBJECT_PROPERTY', propertyId, 'fills a field');
    return [place('FILL', name, toDesigner(typeId, tab, field.id), mentions)];
  });

export const transitionsIn = (config: PlaceConfig): Place[] =>
  [...config.statusTransitions].flatMap(([typeId, transitions]) =>
    transitions.map((one) => {
      const status = (id: number | null) =>
        id === null ? 'New record' : (config.statuses.get(id)?.name ?? 'A status that is gone');
      const mentions = new Mentions(config)
        .of('STATUS', one.fromStatusId, 'leads from it')
        .of('STATUS', one.toStatusId, 'leads to it')
        .conditions(
          typeId,
          one.conditions.flatMap((stored) => readKeptCondition(stored) ?? []),
          'its condition',
        );
      for (const id of one.roleIds) mentions.of('ROLE', id, 'may go it');
      if (one.creator !== 'ANYONE') mentions.add(aField(typeId, 'createdBy'), 'its condition');
      return place(
        'TRANSITION',
        `${typeName(config, typeId)}: ${status(one.fromStatusId)} → ${status(one.toStatusId)}`,
        toDesigner(typeId, 'statuses'),
        mentions,
      );
    }),
  );

export const fieldConditionsIn = (config: PlaceConfig): Place[] =>
  [...config.fieldConditions].flatMap(([typeId, kept]) =>
    kept.map(({ field, kind, conditions }) =>
      place(
        'FIELD_CONDITION',
        `${placeName(config, typeId, field)}: ${fieldName(config, field)} is ${sayKind(kind).toLowerCase()} when`,
        toDesigner(typeId, 'conditions'),
        new Mentions(config).field(typeId, field, 'is judged by it').conditions(
          typeId,
          conditions.flatMap((stored) => readKeptCondition(stored) ?? []),
          'its condition',
        ),
      ),
    ),
  );

/** 'Orders', 'Orders, Order lines' */
function placeName(config: PlaceConfig, typeId: number, field: string): string {
  const line = config.lineItemFields.get(readLineKey(field) ?? 0);
  const kind = line && config.lineItemTypes.get(line.lineItemTypeId);
  return kind === undefined ? typeName(config, typeId) : `${typeName(config, typeId)}, ${kind.name}`;
}

export const superTypesIn = (config: PlaceConfig): Place[] =>
  [...config.recordTypes.values()].flatMap((type) => {
    if (!type.isSuper || type.relatedIds.length === 0) return [];
    const mentions = new Mentions(config);
    for (const id of type.relatedIds) mentions.of('RECORD_TYPE', id, 'gathers its records');
    return [place('SUPER_TYPE', type.name, toDesigner(type.id, 'type'), mentions)];
  });

export const numberSeriesIn = (config: PlaceConfig): Place[] =>
  [...config.recordTypes.values()].flatMap((type) =>
    type.isNumbered
      ? [
          place(
            'NUMBER_SERIES',
            type.name,
            toDesigner(type.id, 'numbering'),
            new Mentions(config)
              .of('RECORD_TYPE', type.id, 'numbers its records')
              .add(aField(type.id, 'recordNumber'), 'fills it'),
          ),
        ]
      : [],
  );

/** Of objects the lists that have them as values; of a person or a value the lists in which it stands. */
export function listsIn(config: PlaceConfig): Place[] {
  const listOfProperty = new Map(
    config.objectProperties.flatMap(({ id, listId }) =>
      listId === null ? [] : [[String(id), listId] as const],
    ),
  );
  return [...config.lists.values()].flatMap((list) => {
    const mentions = new Mentions(config).of('OBJECT', list.objectDefinitionId, 'its values are of it');
    for (const { userId, objectValues } of list.values) {
      mentions.of('USER', userId, 'a value of it');
      if (typeof objectValues !== 'object' || objectValues === null) continue;
      for (const [propertyId, held] of Object.entries(objectValues)) {
        mentions.of('OBJECT_PROPERTY', Number(propertyId) || null, 'its values fill it');
        if (listOfProperty.has(propertyId) && typeof held === 'string')
          for (const id of held.startsWith('[') ? readIds(held) : [Number(held) || null])
            mentions.of('LIST_VALUE', id, 'an object of it');
      }
    }
    return mentions.byThing.size === 0
      ? []
      : [place('LIST', list.name, toPage('custom-lists', `list=${list.id}`), mentions)];
  });
}

/** @param definitions by their ids */
export const propertiesIn = (config: PlaceConfig, definitions: ReadonlyMap<number, string>): Place[] =>
  config.objectProperties.flatMap((property) =>
    property.listId === null
      ? []
      : [
          place(
            'OBJECT_PROPERTY',
            `${definitions.get(property.objectDefinitionId) ?? 'An object'}: ${named(property)}`,
            toPage('custom-objects', `object=${property.objectDefinitionId}`),
            new Mentions(config).of('LIST', property.listId, 'chooses from it'),
          ),
        ],
  );
