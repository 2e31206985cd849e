import { workActions, type CompanyTemplate } from './company-template.ts';

export const projects: CompanyTemplate = {
  key: 'projects',
  name: 'Projects',
  special: 'records under records',
  route: 'projects',
  icon: 'calendar',
  statuses: [
    { name: 'Planned' },
    { name: 'In progress' },
    { name: 'Done', closes: true },
    { name: 'On hold', aside: true },
  ],
  problemCodes: ['None', 'Late', 'Over budget', 'Waiting for others'],
  lists: [
    {
      name: 'Priorities',
      description: 'What comes first',
      values: ['High', 'Normal', 'Low'],
    },
  ],
  fields: [
    { name: 'Title', dataType: 'string', required: true },
    { name: 'Customer', dataType: 'string' },
    { name: 'Lead', dataType: 'string' },
    { name: 'Priority', dataType: 'dropdown', list: 'Priorities' },
    { name: 'Start', dataType: 'date' },
    { name: 'Due on', dataType: 'date' },
    { name: 'Budget', dataType: 'currency' },
    { name: 'Hours', dataType: 'decimal' },
    { name: 'Notes', dataType: 'textarea' },
  ],
  lines: null,
  role: {
    name: 'Project lead',
    description: 'Plans projects and follows them',
    actions: workActions.filter((action) => !action.includes('line item')),
    viewOnly: [],
  },
  sample: {
    columns: ['Number', 'Title', 'Due on', 'Status'],
    rows: [
      ['101', 'New warehouse', '09/30/2026', 'In progress'],
      ['102', 'Move the server room', '07/15/2026', 'Planned'],
      ['103', 'Stocktaking', '12/31/2026', 'Planned'],
    ],
  },
};
