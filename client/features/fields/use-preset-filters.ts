import { additionalFieldKey } from '@rowhouse/domain/fields/field.ts';
import type { FilterCondition } from '@rowhouse/domain/records/filter-rules.ts';
import { findFilterCriteria } from '@rowhouse/domain/records/filter-rules.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toSentence } from '../../platform/request-failure.ts';
import { sayUnlessTold } from '../../platform/say-unless-told.ts';
import { snackbars } from '../../ui/snackbars.tsx';
import { getMyFieldAccess } from './api.ts';

/**
 * What rows the role is confined to. It is the server that confines them, whatever a filter says; here they
 * are only shown, so that nobody wonders where the other rows are.
 */
export function usePresetFilters(recordTypeIds: readonly number[]): readonly FilterCondition[] {
  const { data, error } = useQuery({
    queryKey: ['fields', 'access'],
    queryFn: ({ signal }) => getMyFieldAccess(signal),
  });
  useEffect(() => {
    if (error)
      void sayUnlessTold(error, () => snackbars.error(`Failed to fetch fields access: ${toSentence(error)}`));
  }, [error]);
  return (data ?? []).flatMap(({ recordType, recordField, recordFieldName, filterCriteria }) => {
    if (!recordTypeIds.includes(recordType.id)) return [];
    const field = recordField.id === 0 ? recordFieldName : additionalFieldKey(recordField.id);
    const stored: unknown[] = Array.isArray(filterCriteria) ? filterCriteria : [filterCriteria];
    return stored.flatMap((item) => {
      const criteria = findFilterCriteria(item);
      return criteria === null ? [] : [{ ...criteria, field, logicOperator: 'AND' as const }];
    });
  });
}
