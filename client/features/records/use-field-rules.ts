import type { FieldRule } from '@rowhouse/domain/field-conditions/rules-of-fields.ts';
import { useQuery } from '@tanstack/react-query';
import { findFieldRules } from './api.ts';

const none: readonly FieldRule[] = [];

/** By which fields of records of the type are required, read only or shown, for the person who asks; none until it is known. */
export const useFieldRules = (recordTypeId: number, enabled = true): readonly FieldRule[] =>
  useQuery({
    enabled,
    queryKey: ['lists', 'field-rules', recordTypeId],
    // The server names data types that it knows.
    queryFn: async ({ signal }) => (await findFieldRules(recordTypeId, signal)) as readonly FieldRule[],
    // A change of it is told to open screens.
    staleTime: 60_000,
  }).data ?? none;
