// A built-in dashboard: its charts, and for whom it belongs the ways to add, change and arrange them.
import Button from '@mui/material/Button';
import { Suspense, useRef, useState } from 'react';
import { updateDashboard, type Dashboard, type Widget } from '../features/dashboards/api.ts';
import { addCard, placesOf, replaceChart, type WidgetsInput } from '../features/dashboards/board-draft.ts';
import { Board } from '../features/dashboards/board.tsx';
import { DashboardMenu } from '../features/dashboards/dashboard-menu.tsx';
import { useAsOf } from '../features/dashboards/use-chart.ts';
import { useChangeDashboards } from '../features/dashboards/use-dashboards.ts';
import { useUserDetails } from '../features/identity/user-details.ts';
import { useRoleName } from '../features/identity/use-viewing.ts';
import { viewerZone } from '../platform/clock.ts';
import { RequestFailure } from '../platform/request-failure.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { focusIfLost } from '../ui/focus-if-lost.ts';
import { Icon } from '../ui/icons.tsx';
import { LateReason } from '../ui/late-reason.ts';
import { Notice } from '../ui/notice.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { useConfirm } from '../ui/confirm-dialog.tsx';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { useUnsavedWork } from '../ui/use-unsaved-work.ts';
import { prepareInputs } from '../values/late-inputs.ts';
import styles from './dashboard-page.module.css';
import { useStartPlaces } from './use-start-places.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';

const MailScheduleDialog = lazyPart(async () => {
  const [{ MailScheduleDialog: part }] = await Promise.all([
    import('../features/mail-schedules/mail-schedule-dialog.tsx'),
    prepareInputs(),
  ]);
  return { default: part };
});
const DashboardChartForm = lazyPart(async () => {
  const [{ DashboardChartForm: part }] = await Promise.all([
    import('./dashboard-chart-form.tsx'),
    prepareInputs(),
  ]);
  return { default: part };
});

export function DashboardCharts({ dashboard }: { dashboard: Dashboard }) {
  const places = useStartPlaces();
  const change = useChangeDashboards();
  const confirm = useConfirm();
  const [isMailed, setIsMailed] = useState(false);
  const person = useUserDetails().data;
  const [form, setForm] = useState<{ key: string | null } | null>(null);
  /** The one that begins to arrange, or the one that saves it. */
  const arrangeButton = useRef<HTMLButtonElement>(null);
  const arranging = useArrangement(dashboard, () => keepFocus(() => arrangeButton.current));
  const isTouched = useMediaQuery('(pointer: coarse)');
  const isNarrow = useMediaQuery('(width < 600px)');
  const { id, version, widgets, mayEdit, roles } = dashboard;
  const isShared = roles.length > 0;
  const save = (next: WidgetsInput) => change(() => updateDashboard({ id, version, widgets: next }));
  const edited = widgets.find(({ key }) => key === form?.key)?.chart ?? null;

  async function remove(key: string) {
    const title = widgets.find((widget) => widget.key === key)?.chart?.title ?? 'The chart that is not shown';
    await confirm({
      title: 'Are you sure you want to delete this item?',
      body: `${title} is taken off this dashboard. No record is changed.`,
      confirmLabel: 'Remove',
      tone: 'danger',
      asksWhy: isShared,
      onConfirm: () => save(placesOf(widgets.filter((widget) => widget.key !== key))),
    });
    keepFocus();
  }

  const addButton = (
    <Button
      variant="contained"
      startIcon={<Icon name="plus" />}
      onPointerEnter={() => void prepareInputs()}
      onClick={() => setForm({ key: null })}
    >
      Add chart
    </Button>
  );
  return (
    <>
      <PageHeader
        title={dashboard.name}
        aside={<AsWhom />}
        actions={
          !mayEdit ? (
            <Button variant="outlined" startIcon={<Icon name="mail" />} onClick={() => setIsMailed(true)}>
              Send by mail
            </Button>
          ) : arranging.draft === null ? (
            <>
              <DashboardMenu dashboard={dashboard} onMail={() => setIsMailed(true)} />
              {widgets.length > 1 && (
                <Button
                  ref={arrangeButton}
                  variant="outlined"
                  startIcon={<Icon name="edit" />}
                  onClick={arranging.begin}
                >
                  Arrange
                </Button>
              )}
              {widgets.length > 0 && addButton}
            </>
          ) : (
            <>
              <Button onClick={arranging.leave}>Cancel</Button>
              <Button
                ref={arrangeButton}
                variant="contained"
                disabled={arranging.isSaving}
                onClick={() => void arranging.save()}
              >
                Save arrangement
              </Button>
            </>
          )
        }
      />
      {arranging.draft !== null && (
        <Notice tone="info">
          {isTouched
            ? 'Tap the head of a card: buttons that move and size it come up below.'
            : 'Drag a card by its head, or click the head for buttons that move and size it. By keys: Enter lifts it, arrows move it, Shift and arrows size it, Enter drops it, Esc puts it back.'}
          {isNarrow && ' Here each card is as wide as the screen: its width is for wider ones.'}
        </Notice>
      )}
      {arranging.draft !== null && isShared && <LateReason />}
      {arranging.failure !== null && (
        <ErrorAlert failure={arranging.failure} title="The arrangement was not saved" />
      )}
      {arranging.isConflict && (
        <div className={styles.conflict}>
          <Button variant="outlined" onClick={() => void arranging.save()}>
            Keep mine
          </Button>
          <Button variant="outlined" onClick={arranging.leave}>
            Take theirs
          </Button>
        </div>
      )}
      {widgets.length === 0 ? (
        <EmptyState title="No items found" action={mayEdit ? addButton : undefined}>
          {mayEdit
            ? 'A chart counts or sums the records of a type, by any of its fields, and leads to them.'
            : 'This dashboard has no charts yet.'}
        </EmptyState>
      ) : (
        <Board
          widgets={arranging.draft ?? widgets}
          places={places}
          onArrange={arranging.draft === null ? undefined : arranging.put}
          onEdit={mayEdit ? (key) => setForm({ key }) : undefined}
          onRemove={mayEdit ? (key) => void remove(key) : undefined}
        />
      )}
      {isMailed && person !== undefined && (
        <Suspense fallback={null}>
          <MailScheduleDialog
            mailed={{ kind: 'DASHBOARD', mailedId: id, name: dashboard.name }}
            personId={person.id}
            onClose={() => setIsMailed(false)}
          />
        </Suspense>
      )}
      {form !== null && (
        <Suspense fallback={null}>
          <DashboardChartForm
            chart={edited}
            asksWhy={isShared}
            onSave={(chart) =>
              save(form.key === null ? addCard(widgets, chart) : replaceChart(widgets, form.key, chart))
            }
            onClose={() => {
              setForm(null);
              keepFocus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** What opened a dialog may be gone when it closes: the first chart takes the place of its button, and a removed one its menu along. */
const keepFocus = (find: () => HTMLElement | null = () => null) =>
  setTimeout(() => focusIfLost(find() ?? document.querySelector<HTMLElement>('h1')));

/** The numbers are those of the reader: what the role may not see is in none of them. */
function AsWhom() {
  const role = useRoleName();
  const asOf = useAsOf();
  const time = asOf === null ? '' : `, at ${showTime(asOf)}`;
  return role === undefined ? null : `As ${role} sees it${time}`;
}

const showTime = (instant: string): string =>
  new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', timeZone: viewerZone() }).format(
    new Date(instant),
  );

/** Cards as they are put, kept apart until they are saved as a whole. */
function useArrangement(dashboard: Dashboard, keepPlace: () => void) {
  const change = useChangeDashboards();
  const [draft, setDraft] = useState<readonly Widget[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [isSaving, setIsSaving] = useState(false);
  const isChanged =
    draft !== null && JSON.stringify(placesOf(draft)) !== JSON.stringify(placesOf(dashboard.widgets));
  const letGo = useUnsavedWork(isChanged ? 'The arrangement is not saved.' : null);

  function leave() {
    letGo();
    setDraft(null);
    setFailure(null);
    keepPlace();
  }

  async function save() {
    if (draft === null) return;
    setIsSaving(true);
    setFailure(null);
    const { id, version, widgets } = dashboard;
    // Of what others added or removed meanwhile nothing is lost, and nothing comes back.
    const kept = draft.filter(({ key }) => widgets.some((widget) => widget.key === key));
    const added = widgets.filter(({ key }) => !draft.some((widget) => widget.key === key));
    try {
      await change(() => updateDashboard({ id, version, widgets: placesOf([...kept, ...added]) }));
      leave();
    } catch (refusal) {
      setFailure(refusal);
    } finally {
      setIsSaving(false);
      keepPlace();
    }
  }

  return {
    draft,
    failure,
    isConflict: failure instanceof RequestFailure && failure.code === 'CONFLICT',
    isSaving,
    begin: () => setDraft(dashboard.widgets),
    put: setDraft,
    save,
    leave,
  };
}
