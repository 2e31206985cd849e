// The document of a record in a window of its own. It follows the tab that opened it, reads the record by itself as this
// session may, and is the same after a reload: its address says what it shows.
import { valueOf } from '@rowhouse/domain/values/values.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { createTaking } from '../features/documents/taking.ts';
import { followTab, type DocumentSight, type FromWindow } from '../features/documents/document-window.ts';
import { findPlaceOfRecordType } from '../features/menu/match-menu-item.ts';
import { actionsQuery, useMenu } from '../features/menu/use-menu.ts';
import { getRecordFile } from '../features/records/api.ts';
import { readRecordPlace } from '../features/records/record-page/record-place.ts';
import { mayOpen } from '../features/records/record-page/record-routes.ts';
import { RecordFailed } from '../features/records/record-page/record-states.tsx';
import { recordQuery, useRecord } from '../features/records/record-page/use-record.ts';
import { rowLabel } from '../features/records/record-row.ts';
import { viewerZone } from '../platform/clock.ts';
import { findBlockingFailure, isSessionEnd } from '../platform/request-failure.ts';
import { getSession, subscribeToSession } from '../platform/session.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { useTitleFocus } from '../ui/page-header.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import { snackbars } from '../ui/snackbars.tsx';
import { useAddressChange } from '../ui/use-address-change.ts';
import { namesOf, textOfStored } from '../values/shown-text.ts';
import styles from './document-window-page.module.css';
import { lazyPart } from '../ui/lazy-part.tsx';

const DocumentViewer = lazyPart(async () => ({
  default: (await import('../features/documents/document-viewer.tsx')).DocumentViewer,
}));

/** Whoever scrolls through pages tells where they came to rest. */
const restMs = 250;

export function DocumentWindowPage() {
  const [params] = useSearchParams();
  const place = readRecordPlace(params);
  const menu = useMenu();
  const actions = useQuery(actionsQuery);
  useEffect(
    () =>
      subscribeToSession(() => {
        // Whoever signs out takes the window along.
        if (getSession().serviceToken === null) window.close();
      }),
    [],
  );
  const [at, say] = useFollowedTab(params.get('link'));
  const failure = findBlockingFailure(menu, actions);
  if (failure !== null && !isSessionEnd(failure))
    return (
      <RecordFailed
        failure={failure}
        onRetry={() => void Promise.all([menu.refetch(), actions.refetch()])}
        crumbs={[]}
      />
    );
  if (menu.data === undefined || actions.data === undefined) return <ProgressLine active />;
  const { recordId, recordTypeId } = place;
  const listed = recordTypeId === null ? null : findPlaceOfRecordType(menu.data, recordTypeId);
  const grants = listed && actions.data.get(listed.item.id);
  if (recordId === null || recordTypeId === null || !grants || !mayOpen('accounting/doc-viewer', grants))
    return <Nothing title={absent} />;
  const page = Math.max(1, Number(params.get('page')) || 1);
  return <OpenedDocument key={recordTypeId} {...{ recordId, recordTypeId, page, at, say }} />;
}

/** The same sentence as on the page of the record: nobody learns whether there is one. */
const absent = 'This record does not exist, or you may not see it';

type Say = (message: FromWindow) => void;

/** The address follows the tab, and the page follows the address. */
function useFollowedTab(link: string | null): readonly [DocumentSight | null, Say] {
  const changeAddress = useAddressChange();
  const [at, setAt] = useState<DocumentSight | null>(null);
  const tab = useRef<{ readonly say: Say } | null>(null);
  const say = useCallback<Say>((message) => tab.current?.say(message), []);
  const change = useRef(changeAddress);
  useEffect(() => {
    change.current = changeAddress;
  });
  useEffect(() => {
    if (link === null) return;
    let last: DocumentSight | null = null;
    const followed = followTab(link, {
      onAt(next) {
        const isAnother = last?.recordId !== next.recordId || last.recordTypeId !== next.recordTypeId;
        const isTurned = isAnother || last?.page !== next.page;
        last = next;
        setAt(next);
        change.current((params) => {
          params.set('recordId', String(next.recordId));
          params.set('recordType', String(next.recordTypeId));
          // What was said from here comes back as it was, and moves nothing.
          if (isTurned && next.page !== saidPage(next.recordId)) {
            if (next.page > 1) params.set('page', String(next.page));
            else params.delete('page');
          }
          return params;
        });
      },
      onClose: () => window.close(),
      onAsked: () => {
        if (said !== null) followed.say(said);
      },
    });
    tab.current = followed;
    return () => {
      tab.current = null;
      followed.leave();
    };
  }, [link]);
  return [at, say];
}

type Paged = {
  readonly kind: 'paged';
  readonly recordId: number;
  readonly page: number;
  readonly pages: number;
};
/** What the tab was told last. */
let said: Paged | null = null;
const saidPage = (recordId: number): number | null => (said?.recordId === recordId ? said.page : null);

type OpenedDocumentProps = {
  recordId: number;
  recordTypeId: number;
  page: number;
  at: DocumentSight | null;
  say: Say;
};

function OpenedDocument({ recordId, recordTypeId, page, at, say }: OpenedDocumentProps) {
  const queryClient = useQueryClient();
  const changeAddress = useAddressChange();
  const record = useRecord(recordTypeId, recordId);
  const file = record.data?.recordFile ?? null;
  const fileId = file?.id ?? null;
  const isNow = at?.recordId === recordId && !record.isPlaceholderData;
  const expected = isNow ? at.fileId : fileId;
  useEffect(() => {
    // Another file stands there by now.
    if (expected !== fileId)
      void queryClient.invalidateQueries({ queryKey: recordQuery(recordTypeId, recordId).queryKey });
  }, [queryClient, recordTypeId, recordId, expected, fileId]);

  const taking = useMemo(
    () =>
      fileId === null
        ? null
        : createTaking({
            fileId,
            timeZone: viewerZone(),
            isSame: (_, one, other) => one === other,
            onTake(_, value, place) {
              say({ kind: 'taken', recordId, place });
              snackbars.success(`Taken: ${value}`);
            },
            onSeek: (_, text) => snackbars.info(`No choice of the field is named “${text}”.`),
          }),
    [fileId, recordId, say],
  );
  const target = isNow ? at.target : null;
  useEffect(() => {
    if (target === null) taking?.aim(null);
    else {
      const { key, name, dataType, choices, whyNot } = target;
      const names = namesOf(
        choices.map((choice) => ({
          id: String(choice.id),
          name: choice.name,
          enabled: choice.disabled !== true,
        })),
      );
      const show = (value: string) =>
        valueOf(dataType).choosing === null
          ? textOfStored({ dataType }, value, names, viewerZone())
          : (names.get(value)?.name ?? value);
      taking?.aim({ key, name, dataType, choices, whyNot, show });
    }
  }, [taking, target]);
  const shown = isNow ? at.shown : null;
  const shownCount = shown?.count;
  useEffect(() => {
    if (shown !== null) taking?.show(shown);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- each asking is answered once
  }, [taking, shownCount]);

  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), [recordId]);
  const onPage = (next: number, pages: number) => {
    clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      said = { kind: 'paged', recordId, page: next, pages };
      say(said);
      changeAddress((params) => {
        if (next > 1) params.set('page', String(next));
        else params.delete('page');
        return params;
      });
    }, restMs);
  };

  if (record.error && !isSessionEnd(record.error))
    return <RecordFailed failure={record.error} onRetry={() => void record.refetch()} crumbs={[]} />;
  if (record.data === undefined) return <ProgressLine active />;
  if (record.data === null) return <Nothing title={absent} />;
  if (file === null) return <Nothing title="No file is attached to this record" of={rowLabel(record.data)} />;
  const name = file.originalFileName ?? 'document.pdf';
  return (
    <Frame title={`${rowLabel(record.data)}, ${name}`}>
      <ProgressLine active={record.isPlaceholderData} />
      <Suspense fallback={<ProgressLine active />}>
        <DocumentViewer
          key={file.id}
          file={{ id: file.id, name }}
          getUrl={async () => (await getRecordFile(file.id)).signedUrl}
          page={page}
          onPage={onPage}
          marks={isNow ? at.marks : []}
          {...(taking && { taking })}
        />
      </Suspense>
    </Frame>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  const heading = useTitleFocus(title);
  return (
    <main className={styles.window}>
      <h1 ref={heading} tabIndex={-1} className="rh-visually-hidden">
        {title}
      </h1>
      {children}
    </main>
  );
}

const Nothing = ({ title, of }: { title: string; of?: string }) => (
  <Frame title={of ?? 'Document'}>
    <div className={styles.nothing}>
      <EmptyState title={title} />
    </div>
  </Frame>
);
