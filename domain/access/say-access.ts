// The sentences of the rules by which access is decided.
import type { MenuAction } from '../menu/actions.ts';
import type { ActionRule, FieldRule } from './decide.ts';

const actionWords: Readonly<Record<MenuAction, string>> = {
  view: 'see records',
  'create records': 'create records',
  'soft delete': 'delete or restore records',
  'record soft delete': 'delete files of records',
  'bulk download': 'download files of many records',
  'bulk update': 'change many records at once',
  'line item access': 'see line items',
  'edit line items': 'change line items',
  'export line items': 'export line items',
  'record viewer access': 'open the page of a record',
  'data focus view': 'open the focus view',
  'dynamic data views': 'open the dynamic data views',
  'grid preferences': 'save grid preferences',
  'answer conversations': 'answer other companies',
};

/** 'delete or restore records' */
export const sayAction = (action: MenuAction): string => actionWords[action];

type FieldWords = { readonly role: string; readonly type: string; readonly field: string };
type ActionWords = { readonly role: string; readonly type: string; readonly action: MenuAction };

/** Of a field that the role sees and cannot change. */
export function sayFieldRule(rule: FieldRule, { role, type, field }: FieldWords): string {
  switch (rule) {
    case 'SYSTEM_FIELD':
      return `${field} is set by the system. Nobody changes it.`;
    case 'COMPUTED':
      return `${field} is computed by a formula. Nobody changes it.`;
    case 'SUPER_TYPE':
      return `${type} shows records of several types. They are changed in the grids of their types.`;
    case 'OPENED_BY_SUPER_TYPE':
      return `${role} reads ${type} in a list of several types, and changes nothing there.`;
    case 'DEFAULT_ACCESS':
      return `${role}: ${field} is view only, as all fields are that have no access of their own.`;
    default:
      return `${role}: ${field} is view only.`;
  }
}

export function remedyOfField(rule: FieldRule, { role, type, field }: FieldWords): string | null {
  switch (rule) {
    case 'SYSTEM_FIELD':
      return null;
    case 'COMPUTED':
      return 'Change the fields that it is computed from.';
    case 'SUPER_TYPE':
      return 'Open the record in the grid of its own type.';
    case 'OPENED_BY_SUPER_TYPE':
      return `An administrator can give ${role} a menu item of ${type} itself.`;
    default:
      return `An administrator can make ${field} editable for ${role}, or make the change for you.`;
  }
}

export function sayActionRule(rule: ActionRule, { role, type, action }: ActionWords): string {
  const words = sayAction(action);
  switch (rule) {
    case 'SUPER_TYPE':
      return `${type} shows records of several types: nobody may ${words} there.`;
    case 'OPENED_BY_SUPER_TYPE':
      return `${role} reads ${type} in a list of several types, and may not ${words} there.`;
    case 'NOT_OPEN':
      return `No menu item opens ${type} for ${role}.`;
    default:
      return `${role} may not ${words} in ${type}: the action is not switched on for this role.`;
  }
}

export function remedyOfAction(rule: ActionRule, { role, type, action }: ActionWords): string | null {
  switch (rule) {
    case 'SUPER_TYPE':
      return 'Open the record in the grid of its own type.';
    case 'OPENED_BY_SUPER_TYPE':
    case 'NOT_OPEN':
      return `An administrator can give ${role} a menu item of ${type} itself.`;
    default:
      return `An administrator can switch on the action “${action}” for ${role} at the menu item of ${type}.`;
  }
}
