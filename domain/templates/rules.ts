import { invalid, Refusal } from '../kernel/refusal.ts';

export const noSuchTemplate = (key: string) => invalid(`There is no template '${key}'.`, 'templates');

export const typeIsThere = (name: string) =>
  new Refusal('CONFLICT', `There is a record type '${name}' already. Leave this template out.`, {
    field: 'templates',
  });
