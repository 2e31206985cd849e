import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useSession } from '../features/identity/use-session.ts';
import { hrefOfRecordPage } from '../features/records/record-page/record-place.ts';
import type { HrefOfRecord } from '../features/transmissions/record-link.tsx';
import type { OfferedMapping, OwnMapping } from '../features/transmissions/api.ts';
import { ApprovalDialog } from '../features/transmissions/approval-dialog.tsx';
import { MappingDialog } from '../features/transmissions/mapping-dialog.tsx';
import { ConversationsToAnswer } from '../features/transmissions/conversation/conversations-to-answer.tsx';
import { OfferedMappings } from '../features/transmissions/offered-mappings.tsx';
import { OwnMappings } from '../features/transmissions/own-mappings.tsx';
import { UntranslatedValues } from '../features/transmissions/untranslated-values.tsx';
import { useChoices, useMappings, useUntranslated } from '../features/transmissions/use-mappings.ts';
import { useToAnswer } from '../features/transmissions/conversation/use-conversations.ts';
import { TransmissionLog } from '../features/transmissions/transmission-log.tsx';
import { isNotAdministrator } from '../features/users/use-members.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { Icon } from '../ui/icons.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { PaneTabs } from '../ui/pane-tabs.tsx';
import { ProgressLine } from '../ui/progress-line.tsx';
import styles from './transmissions-page.module.css';

type Opened = { readonly adds: true } | { readonly own: OwnMapping } | { readonly offer: OfferedMapping };

/** What goes to other companies and comes from them: transmissions. The tab is in the address. */
export function TransmissionsPage({ title }: { title: string }) {
  const { data, error, refetch } = useMappings();
  const types = useChoices(data !== undefined).data;
  const untranslated = useUntranslated(data !== undefined).data ?? [];
  const waitingForUs = useToAnswer(0);
  const { total: toAnswer, overdue } = waitingForUs.data ?? { total: 0, overdue: 0 };
  // What waits to be answered is opened first; what is open stays, also when the last is answered.
  const [first, setFirst] = useState<'answer' | 'own' | null>(null);
  if (first === null && !waitingForUs.isPending) setFirst(toAnswer > 0 ? 'answer' : 'own');
  const stuck = untranslated.reduce((sum, { waiting }) => sum + waiting, 0);
  const { tenantPath } = useSession();
  const hrefOf: HrefOfRecord = ({ id, recordTypeId }) =>
    hrefOfRecordPage({
      tenantPath: tenantPath ?? '',
      route: 'record-details-viewer',
      recordId: id,
      recordTypeId,
    });
  const hrefOfConversation: HrefOfRecord = (record) =>
    `${hrefOf(record)}&viewMode=SPLIT_VIEW&tab=conversation`;
  const [address, setAddress] = useSearchParams();
  const [opened, setOpened] = useState<Opened | null>(null);
  const tab = address.get('tab');
  const linked = address.get('mapping');
  // A notification leads to a mapping. It is read anew: it is approved as it was looked at.
  useEffect(() => {
    if (linked === null) return undefined;
    let isOver = false;
    void (async () => {
      const found = (await refetch()).data;
      if (!isOver) setOpened(findLinked(found, tab, linked));
    })();
    return () => {
      isOver = true;
    };
  }, [linked, tab, refetch]);
  const close = () => {
    setOpened(null);
    if (linked !== null) setAddress(tab === null ? {} : { tab }, { replace: true });
  };
  const waiting = data?.offered.filter(({ state }) => state === 'OFFERED' || state === 'CHANGED').length ?? 0;
  return (
    <div className={styles.page}>
      <PageHeader
        title={title}
        actions={
          types !== undefined && (
            <Button
              variant="contained"
              startIcon={<Icon name="plus" />}
              onClick={() => setOpened({ adds: true })}
            >
              Add mapping
            </Button>
          )
        }
      />
      {data === undefined && error === null && <ProgressLine active label="Loading the mappings" />}
      {data === undefined && error !== null && isNotAdministrator(error) && (
        <div className={styles.tabs}>
          <ConversationsToAnswer hrefOf={hrefOfConversation} />
          <EmptyState title="Only an administrator of this company sees what it sends" icon="lock">
            Ask one of them what became of a record.
          </EmptyState>
        </div>
      )}
      {data === undefined && error !== null && !isNotAdministrator(error) && (
        <ErrorAlert failure={error} title="The mappings could not be loaded" onRetry={() => void refetch()} />
      )}
      {data !== undefined && first !== null && (
        <div className={styles.tabs}>
          <PaneTabs
            label="Transmissions"
            chosen={tab ?? first}
            onChoose={(id) => setAddress({ tab: id }, { replace: true })}
            tabs={[
              {
                id: 'answer',
                title: 'To answer',
                icon: 'comment',
                news:
                  overdue > 0
                    ? `${overdue} overdue`
                    : toAnswer === 0
                      ? undefined
                      : toAnswer === 1
                        ? '1 waits'
                        : `${toAnswer} wait`,
                render: () => <ConversationsToAnswer hrefOf={hrefOfConversation} />,
              },
              {
                id: 'own',
                title: 'What we send',
                icon: 'upload',
                count: data.own.length,
                render: () => <OwnMappings mappings={data.own} onChange={(own) => setOpened({ own })} />,
              },
              {
                id: 'sent',
                title: 'Sent',
                icon: 'list',
                render: () => <TransmissionLog key="sent" direction="SENT" hrefOf={hrefOf} />,
              },
              {
                id: 'received',
                title: 'Received',
                icon: 'list',
                render: () => <TransmissionLog key="received" direction="RECEIVED" hrefOf={hrefOf} />,
              },
              {
                id: 'untranslated',
                title: 'Not translated',
                icon: 'warning',
                count: untranslated.length,
                news: stuck === 0 ? undefined : stuck === 1 ? '1 waits' : `${stuck} wait`,
                render: () => <UntranslatedValues />,
              },
              {
                id: 'offered',
                title: 'Offered to us',
                icon: 'download',
                count: data.offered.length,
                news: waiting === 0 ? undefined : waiting === 1 ? '1 waits' : `${waiting} wait`,
                render: () => (
                  <OfferedMappings offers={data.offered} onLook={(offer) => setOpened({ offer })} />
                ),
              },
            ]}
          />
        </div>
      )}
      {opened !== null && types !== undefined && !('offer' in opened) && (
        <MappingDialog
          mapping={'own' in opened ? opened.own : null}
          types={types}
          hrefOf={hrefOf}
          onClose={close}
        />
      )}
      {opened !== null && types !== undefined && 'offer' in opened && (
        <ApprovalDialog offer={opened.offer} types={types} onClose={close} />
      )}
    </div>
  );
}

function findLinked(
  found: ReturnType<typeof useMappings>['data'],
  tab: string | null,
  linked: string,
): Opened | null {
  const isLinked = ({ id }: { readonly id: number }) => String(id) === linked;
  if (tab === 'offered') {
    const offer = found?.offered.find(isLinked);
    return offer === undefined ? null : { offer };
  }
  const own = found?.own.find(isLinked);
  return own === undefined ? null : { own };
}
