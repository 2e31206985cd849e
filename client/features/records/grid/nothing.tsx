import { toSentence } from '../../../platform/request-failure.ts';
import { GridMessage } from '../../../ui/grid/grid-message.tsx';
import { importFile, newRecord, resetFilters, type GridActionContext } from './grid-actions.ts';

export function Nothing({ context, isFiltered }: { context: GridActionContext; isFiltered: boolean }) {
  if (isFiltered)
    return (
      <GridMessage
        title="No records match"
        {...(resetFilters.whyNot?.(context) === null && {
          action: {
            label: isOnlySearched(context) ? 'Clear search' : 'Clear filters',
            onSelect: () => resetFilters.run(context),
          },
        })}
      >
        No record fits the search and the filters as they stand.
      </GridMessage>
    );
  const canCreate = newRecord.isOffered?.(context) !== false && newRecord.whyNot?.(context) === null;
  const canImport = importFile.isOffered?.(context) !== false;
  return (
    <GridMessage
      title="No records yet"
      {...(canCreate && {
        action: { label: newRecord.label(context), onSelect: () => newRecord.run(context) },
      })}
      {...(canImport && {
        other: { label: 'Import a file', onSelect: () => importFile.run(context) },
      })}
    >
      {canCreate
        ? 'The first one that you create, or import from a file, will stand here.'
        : 'What is created will stand here.'}
    </GridMessage>
  );
}

export const NotLoaded = ({ failure, onRetry }: { failure: unknown; onRetry: () => void }) => (
  <GridMessage title="The records could not be loaded" action={{ label: 'Retry', onSelect: onRetry }}>
    {toSentence(failure)}
  </GridMessage>
);

/** What a role is confined to stays, and is none of the view's filters. */
const isOnlySearched = ({ view }: GridActionContext): boolean =>
  view.filters.length === 0 && view.recordId === null;
