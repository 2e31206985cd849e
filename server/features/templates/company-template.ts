import type { DataType } from '@rowhouse/domain/fields/data-types.ts';
import type { MenuAction } from '@rowhouse/domain/menu/actions.ts';

type TemplateField = {
  readonly name: string;
  readonly dataType: DataType;
  readonly required?: true;
  /** The name of one of the template's lists. */
  readonly list?: string;
};

type TemplateList = {
  readonly name: string;
  readonly description: string;
  readonly values: readonly string[];
};

/** What a company can begin with: one record type and all that goes with it. Everything in it can be changed afterwards. */
export type CompanyTemplate = {
  /** Stored with the company that was begun with it: never another meaning. */
  readonly key: string;
  /** Of the record type, its menu item and its section. */
  readonly name: string;
  /** What it has beside fields and statuses, in a few words. */
  readonly special: string;
  readonly route: string;
  readonly icon: string;
  readonly statuses: readonly { readonly name: string; readonly closes?: true; readonly aside?: true }[];
  readonly problemCodes: readonly string[];
  readonly lists: readonly TemplateList[];
  readonly fields: readonly TemplateField[];
  readonly lines: { readonly name: string; readonly fields: readonly TemplateField[] } | null;
  /** Of whoever works with the records; administrators may everything without it. */
  readonly role: {
    readonly name: string;
    readonly description: string;
    readonly actions: readonly MenuAction[];
    /** Fields that it sees and does not change. */
    readonly viewOnly: readonly string[];
  };
  /** For the preview alone: never stored. `columns` are names of fields, or 'Number' and 'Status'. */
  readonly sample: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };
};

/** What whoever works with records does with them. */
export const workActions: readonly MenuAction[] = [
  'view',
  'create records',
  'bulk download',
  'bulk update',
  'line item access',
  'edit line items',
  'export line items',
  'record viewer access',
  'data focus view',
  'dynamic data views',
  'grid preferences',
  'answer conversations',
];
