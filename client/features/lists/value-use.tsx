import { mostCountedValues } from '@rowhouse/domain/lists/limits.ts';
import { sayUse } from '@rowhouse/domain/lists/rules.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { countListValueUse } from './api.ts';
import styles from './lists.module.css';
import { isTurned, type DraftValue } from './values-draft.ts';

const mostNamed = 5;

/** What hangs on the values that are about to be disabled, before anybody saves. */
export function ValueUse({ listId, draft }: { listId: number; draft: readonly DraftValue[] }) {
  const removed = draft.filter((row) => isTurned(row) && !row.enabled);
  const ids = removed.flatMap(({ kept }) => kept?.id ?? []).slice(0, mostCountedValues);
  const counted = useQuery({
    queryKey: ['lists', listId, 'use', ids],
    queryFn: ({ signal }) => countListValueUse(listId, ids, signal),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (ids.length === 0) return null;
  const uses = new Map(counted.data?.map((one) => [one.id, one]));
  const lines = removed.slice(0, mostNamed).map(({ key, kept, value }) => {
    const use = kept === null ? undefined : uses.get(kept.id);
    const words = counted.isError ? 'could not be counted' : use === undefined ? 'is counted' : sayUse(use);
    return { key, text: `${value}: ${words.toLowerCase()}` };
  });
  return (
    <div role="status" className={styles.use}>
      <ul>
        {lines.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
      {removed.length > mostNamed && <p>{`and ${removed.length - mostNamed} more values.`}</p>}
    </div>
  );
}
