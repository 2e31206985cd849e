// What a company has set up, as one JSON document. Things are known by their names: the file names no id of a database,
// no person, no record and no secret. What is absent is not said: an import leaves it as it is, so that a member can be
// added here without another format version. A changed meaning needs one, and a step in upgrade.ts.
import { z } from 'zod';
import { intervals } from '../aggregates/interval.ts';
import { measureKinds } from '../aggregates/measures.ts';
import { chartKinds } from '../dashboards/chart.ts';
import {
  heightRange,
  longestChartTitle,
  longestDashboardName,
  mostWidgets,
  widthRange,
} from '../dashboards/limits.ts';
import { isDataType } from '../fields/data-types.ts';
import { colourTones, longestRuleName } from '../grid-preferences/colour-rules.ts';
import { longestPreferenceName } from '../grid-preferences/limits.ts';
import { layoutKinds } from '../grid-preferences/model.ts';
import { operators } from '../values/operators.ts';

export const configurationFormat = 'rowhouse-configuration';
export const formatVersion = 2;

const name = z.string().min(1, 'is empty').max(500, 'has more than 500 characters');
const text = z.string().max(10_000, 'has more than 10,000 characters');
const flag = z.boolean();
const level = z.enum(['NotAllowed', 'ViewOnly', 'Editable']);
const names = z.array(name);
const dataType = z
  .string()
  .refine((given): boolean => isDataType(given), 'is no data type that this release knows');

/** A thing with a name, and what is said of it. */
const thing = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject({ name, ...z.object(shape).partial().shape });

const list = thing({
  description: text,
  kind: z.enum(['Value', 'User', 'Object', 'Other']),
  /** Of a list of objects: the custom object. */
  object: name.nullable(),
  backofficeManaged: flag,
  enabled: flag,
  /** In their order. A list of people has none here. */
  values: z.array(thing({ enabled: flag, properties: z.record(name, text) })),
});

const object = thing({
  enabled: flag,
  properties: z.array(
    thing({ dataType, required: flag, displayed: flag, enabled: flag, list: name.nullable() }),
  ),
});

/** What a choice fills: by the name of the field that of the property. */
const fills = z.array(z.strictObject({ field: name, property: name }));

const field = thing({
  dataType,
  required: flag,
  /** Of a choice: the name of the value, or names. */
  defaultValue: z.union([text, names]).nullable(),
  help: text.nullable(),
  section: text.nullable(),
  visibility: flag,
  enabled: flag,
  list: name.nullable(),
  object: name.nullable(),
  formula: text.nullable(),
  fills,
});

const lineField = thing({
  dataType,
  required: flag,
  enabled: flag,
  list: name.nullable(),
  formula: text.nullable(),
  fills,
});

/** A value of a choice by its name, '@username' for whoever looks or acts; no people. */
const criterion = z.strictObject({
  operator: z.string().refine((given) => Object.hasOwn(operators, given), 'is no operator of a filter'),
  value: text.nullish(),
  values: z.array(text).nullish(),
});

const condition = criterion.extend({
  /** As in `access`. */
  field: name,
  logicOperator: z.enum(['AND', 'OR']),
});

const recordType = thing({
  isSuper: flag,
  enabled: flag,
  /** Of a super type: the record types that it gathers, in their order. */
  gathers: names,
  fields: z.array(field),
  statuses: z.array(thing({ enabled: flag, closes: flag, isFirst: flag })),
  problemCodes: z.array(thing({ enabled: flag })),
  lineTypes: z.array(
    thing({ description: text, visibility: flag, enabled: flag, fields: z.array(lineField) }),
  ),
  /** How record numbers are made; from where they go on belongs to the records. */
  numbering: z
    .strictObject({
      prefix: text.optional(),
      padding: z.int().optional(),
      byYear: flag.optional(),
      enabled: flag.optional(),
    })
    .nullable(),
  /** By which fields are required, read only or shown. */
  fieldConditions: z.array(
    z.strictObject({
      /** Of a field of lines, the kind of lines that it and the fields that it asks for are of. */
      lines: name.optional(),
      /** As in `access`. */
      field: name,
      kind: z.enum(['REQUIRED', 'READ_ONLY', 'SHOWN']),
      conditions: z.array(condition).optional(),
      enabled: flag.optional(),
    }),
  ),
  transitions: z.array(
    z.strictObject({
      /** Null: of a new record. */
      from: name.nullable(),
      to: name,
      roles: names.optional(),
      creator: z.enum(['ANYONE', 'ONLY_CREATOR', 'NOT_CREATOR']).optional(),
      conditions: z.array(condition).optional(),
      needsComment: flag.optional(),
      enabled: flag.optional(),
    }),
  ),
});

const entry = { name: name.optional(), enabled: flag.optional() };
const menuGroup = z.strictObject({
  route: name,
  ...entry,
  sections: z
    .array(
      z.strictObject({
        route: name,
        ...entry,
        items: z
          .array(
            z.strictObject({
              route: name,
              ...entry,
              icon: text.nullish(),
              recordType: name.nullish(),
            }),
          )
          .optional(),
      }),
    )
    .optional(),
});

const role = thing({
  alias: text.nullable(),
  description: text.nullable(),
  administers: flag,
  enabled: flag,
  /** For fields that come later. */
  otherFields: level,
  /** By the name of the field; what every record has by its key after '@': '@status'. */
  access: z.array(z.strictObject({ recordType: name, fields: z.record(name, level) })),
  /** Which records the role sees, with values as conditions name them; no criteria: all of them. */
  confinements: z.array(z.strictObject({ recordType: name, field: name, criteria: z.array(criterion) })),
  /** By the route of the menu item with those of its group and section. */
  actions: z.record(name, names),
  /** What the role must not come to see or change. */
  mustNot: z.array(z.strictObject({ recordType: name, field: name, most: level })),
});

const portal = thing({ address: text, icon: text, roles: names, enabled: flag });

const orderForm = thing({
  recordType: name,
  parts: names,
  problemCode: name.nullable(),
  takesLines: flag,
  enabled: flag,
});

const within = ({ least, most }: { least: number; most: number }, sentence: string) =>
  z.int(sentence).min(least, sentence).max(most, sentence);

/** What a chart has no words for is refused here: a page has only what it offers. */
const chart = z.strictObject({
  kind: z.enum(chartKinds, 'is no kind of chart that this release knows'),
  title: name.max(longestChartTitle, `has more than ${longestChartTitle} characters`),
  recordType: name,
  filters: z.array(condition).optional(),
  groups: z
    .array(
      z.strictObject({
        /** As in `access`. */
        field: name,
        /** Null: not of days. */
        interval: z.enum(intervals, `is none of ${intervals.join(', ')}`).nullish(),
      }),
    )
    .optional(),
  measure: z.strictObject({
    kind: z.enum(measureKinds, `is none of ${measureKinds.join(', ')}`),
    field: name.nullish(),
  }),
});

/** One that is shared with roles. A person's own are theirs. */
const dashboard = z.strictObject({
  name: name.max(longestDashboardName, `has more than ${longestDashboardName} characters`),
  roles: names.min(1, 'names no role: a dashboard of a file is shared with at least one').optional(),
  /** The whole board, in its order: charts that it does not name are taken off. */
  widgets: z
    .array(
      z.strictObject({
        width: within(widthRange, `is not from ${widthRange.least} to ${widthRange.most} columns`),
        height: within(heightRange, `is not from ${heightRange.least} to ${heightRange.most} rows`),
        chart,
      }),
    )
    .max(mostWidgets, `has more than ${mostWidgets} charts`)
    .optional(),
  /** False deletes it. */
  enabled: flag.optional(),
});

/** What an administrator saved of a grid for a role. A person's own are theirs. Known by role, record type and name. */
const view = z.strictObject({
  name: name.max(longestPreferenceName, `has more than ${longestPreferenceName} characters`),
  role: name,
  recordType: name,
  /** Whether grids of the role open with it. */
  isDefault: flag.optional(),
  /** In their order, as in `access`; none: as a grid starts. What is a column and no field by its key after '@'. */
  columns: names.optional(),
  hidden: names.optional(),
  pinned: z.strictObject({ left: names, right: names }).optional(),
  /** Pixels. */
  widths: z.array(z.strictObject({ field: name, width: z.int() })).optional(),
  filters: z.array(condition).optional(),
  sorts: z.array(z.strictObject({ field: name, direction: z.enum(['ASC', 'DESC']) })).optional(),
  density: z.number().nullish(),
  pageSize: z.int().nullish(),
  /** Null: as rows. Of a sum '@none': nothing is added. */
  layout: z
    .strictObject({
      kind: z.enum(layoutKinds, 'is no layout that this release knows'),
      field: name.nullish(),
      sum: name.nullish(),
    })
    .nullish(),
  groups: z
    .array(
      z.strictObject({
        field: name,
        interval: z.enum(intervals, `is none of ${intervals.join(', ')}`).nullish(),
      }),
    )
    .optional(),
  colours: z
    .array(
      z.strictObject({
        name: name.max(longestRuleName, `has more than ${longestRuleName} characters`),
        tone: z.enum(colourTones, `is none of ${colourTones.join(', ')}`),
        column: name.nullish(),
        conditions: z.array(condition),
      }),
    )
    .optional(),
  /** False deletes it. */
  enabled: flag.optional(),
});

export const configurationForm = z.strictObject({
  format: z.literal(configurationFormat),
  version: z.literal(formatVersion),
  /** It names what is to change, and not all that a company has: what it does not name is not looked for. */
  partial: flag.optional(),
  lists: z.array(list).optional(),
  objects: z.array(object).optional(),
  recordTypes: z.array(recordType).optional(),
  menu: z.array(menuGroup).optional(),
  roles: z.array(role).optional(),
  portals: z.array(portal).optional(),
  orderForms: z.array(orderForm).optional(),
  dashboards: z.array(dashboard).optional(),
  views: z.array(view).optional(),
});

export type Configuration = z.infer<typeof configurationForm>;
/** Of all that a company has set up. */
export type WholeConfiguration = Configuration & Required<Omit<Configuration, 'partial'>>;
export type ListPart = z.infer<typeof list>;
export type ObjectPart = z.infer<typeof object>;
export type RecordTypePart = z.infer<typeof recordType>;
export type FieldPart = z.infer<typeof field>;
export type RolePart = z.infer<typeof role>;
export type MenuGroupPart = z.infer<typeof menuGroup>;
export type PortalPart = z.infer<typeof portal>;
export type OrderFormPart = z.infer<typeof orderForm>;
export type DashboardPart = z.infer<typeof dashboard>;
export type WidgetPart = NonNullable<DashboardPart['widgets']>[number];
export type ViewPart = z.infer<typeof view>;
export type ChartPart = WidgetPart['chart'];

/** The parts in which things stand, in the order in which they are written and shown. */
export const partNames = [
  'lists',
  'objects',
  'recordTypes',
  'menu',
  'roles',
  'portals',
  'orderForms',
  'dashboards',
  'views',
] as const;
export type PartName = (typeof partNames)[number];

/** How a field is named where a field that every record has may stand as well. */
export const writeFieldName = (name: string): string => (name.startsWith('@') ? `@${name}` : name);
