import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { createObserved, useObserved } from '../../../platform/observed.ts';
import { useSheetKeys } from '../../../ui/screen-keys/screen-keys.ts';
import type { DocumentPlace, PlaceMark } from '../document-place.ts';
import { sayOffer, TakeCard } from '../take-card.tsx';
import type { Taking } from '../taking.ts';
import type { DocumentViewerProps } from '../viewer-props.ts';
import { OfferedFile } from '../offered-file.tsx';
import frames from '../document-viewer.module.css';
import { FindBar } from './find-bar.tsx';
import { PageBar } from './page-bar.tsx';
import { PasswordQuestion } from './password-question.tsx';
import './pdf-layers.css';
import { readSelection, type Step } from './page-selection.ts';
import { layMarks, showPlace } from './place-marks.ts';
import { SelectionCard } from './selection-card.tsx';
import { useSelection } from './use-selection.ts';
import { openPdf, type PdfScreen } from './pdf-screen.ts';
import { firstState } from './pdf-state.ts';
import styles from './pdf-view.module.css';
import { Thumbnails } from './thumbnails.tsx';
import { ViewerToolbar } from './viewer-toolbar.tsx';

const unopened = createObserved(firstState);
const noMarks: readonly PlaceMark[] = [];

const loadKeys = async () => [(await import('../document-keys.ts')).documentKeys];

/** A PDF with its toolbar, its find bar, its thumbnails and its pagination bar. */
export function PdfView(props: DocumentViewerProps) {
  useSheetKeys('panel', loadKeys);
  const { file, getUrl, page = 1, onPage, tools, onSelection, marks = noMarks, taking } = props;
  const container = useRef<HTMLDivElement>(null);
  const root = useRef<HTMLDivElement>(null);
  const [screen, setScreen] = useState<PdfScreen | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [isFinding, setFinding] = useState(false);
  const [areThumbnailsOpen, setThumbnailsOpen] = useState(false);
  const state = useObserved(screen?.state ?? unopened);

  useEffect(() => {
    const opened = openPdf({ container: container.current!, getUrl, firstPage: page });
    setScreen(opened);
    return () => {
      setScreen(null);
      opened.close();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- opened once; pages are gone to below
  }, [attempt]);

  useEffect(() => screen?.goTo(page), [screen, page]);
  const isReady = state.phase === 'ready';
  useEffect(() => {
    if (isReady) onPage?.(state.page, state.pages);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a page is told once, whoever listens then
  }, [isReady, state.page]);

  useEffect(() => {
    const openFind = (event: globalThis.KeyboardEvent) => {
      const isFind =
        (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'f';
      if (!isFind || event.defaultPrevented || !isInSight(root.current)) return;
      const field = root.current?.querySelector<HTMLInputElement>('[data-find-field]');
      // A second time it is the browser's own.
      if (field && document.activeElement === field) return;
      event.preventDefault();
      setFinding(true);
      field?.select();
    };
    if (!isReady) return;
    window.addEventListener('keydown', openFind);
    return () => window.removeEventListener('keydown', openFind);
  }, [isReady]);

  const selection = useSelection(screen);
  useEffect(() => {
    onSelection?.(selection);
    taking?.select(selection);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a selection is told once, whoever listens then
  }, [selection, taking]);
  useMarks(screen, marks, taking);

  const closeFind = () => {
    setFinding(false);
    screen?.endFind();
    container.current?.focus({ preventScroll: true });
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of what is in it
    <div
      ref={root}
      className={`${frames.frame} ${styles.viewer}`}
      onKeyDown={(event) => screen !== null && isReady && answerKey(event, screen, taking)}
    >
      <ViewerToolbar
        {...{ screen, state, tools, isFinding, areThumbnailsOpen }}
        onFind={() => (isFinding ? closeFind() : setFinding(true))}
        onThumbnails={() => setThumbnailsOpen(!areThumbnailsOpen)}
      />
      {isFinding && screen !== null && isReady && (
        <FindBar screen={screen} search={state.search} hasText={state.hasText} onClose={closeFind} />
      )}
      {isReady && !state.hasText && (
        <p className={styles.line} role="status">
          No text in this PDF: nothing to find or take
        </p>
      )}
      <div className={styles.body}>
        {areThumbnailsOpen && screen !== null && isReady && (
          <Thumbnails screen={screen} page={state.page} pages={state.pages} />
        )}
        <div className={styles.scene} aria-busy={state.phase === 'opening'}>
          <div
            ref={container}
            className={styles.container}
            role="region"
            aria-label={file.name}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keys
            tabIndex={0}
            hidden={state.phase === 'damaged' || state.phase === 'failed' || state.phase === 'password'}
          >
            <div className="pdfViewer" />
          </div>
          {selection !== null && taking !== undefined && (
            <SelectionCard selection={selection}>
              <TakeCard taking={taking} />
            </SelectionCard>
          )}
          {state.phase === 'opening' && <div className={styles.progress} />}
          {state.phase === 'password' && screen !== null && (
            <PasswordQuestion
              name={file.name}
              isWrong={state.isPasswordWrong}
              onPassword={screen.givePassword}
            />
          )}
          {state.phase === 'damaged' && <OfferedFile {...{ file, getUrl }} title="This file is damaged" />}
          {state.phase === 'failed' && (
            <OfferedFile
              {...{ file, getUrl }}
              title="This file could not be read"
              onRetry={() => setAttempt(attempt + 1)}
            />
          )}
        </div>
      </div>
      <PageBar screen={screen} state={state} />
      {screen !== null && <Voice screen={screen} taking={taking} />}
    </div>
  );
}

/** What changes without a word on the screen is said. */
function Voice({ screen, taking }: { screen: PdfScreen; taking: Taking | undefined }) {
  const region = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const say = (text: string) => {
      const element = region.current!;
      // The same sentence again is a change only with a different ending.
      element.textContent = element.textContent === text ? `${text}\u00A0` : text;
    };
    const ends = [
      screen.onSaid(say),
      taking?.target.subscribe(() => {
        const target = taking.target.get();
        if (target !== null) say(`Taking into ${target.name}`);
      }),
      taking?.offer.subscribe(() => {
        const offer = taking.offer.get();
        if (offer !== null) say(sayOffer(offer));
      }),
    ];
    return () => {
      for (const end of ends) end?.();
    };
  }, [screen, taking]);
  return <div ref={region} role="status" aria-live="polite" className="rh-visually-hidden" />;
}

/** Outlines the places on pages as they are drawn, and the one that somebody asked to see. */
function useMarks(screen: PdfScreen | null, marks: readonly PlaceMark[], taking: Taking | undefined): void {
  const shown = useObserved(taking?.shown ?? nothingShown);
  const isReady = useObserved(screen?.state ?? unopened).phase === 'ready';
  const all = useMemo(
    () =>
      shown === null
        ? marks
        : [...marks, { ...shown, key: 'shown', name: 'Taken from here', isCurrent: true }],
    [marks, shown],
  );
  useEffect(() => {
    if (screen === null || !isReady) return;
    const lay = ({ pageNumber }: { pageNumber: number }) => layMarks(screen, pageNumber, all);
    for (const { id } of screen.viewer.getCachedPageViews() as Set<{ id: number }>) layMarks(screen, id, all);
    screen.events.on('pagerendered', lay);
    return () => screen.events.off('pagerendered', lay);
  }, [screen, isReady, all]);
  useEffect(() => {
    if (screen !== null && isReady && shown !== null) showPlace(screen, shown);
  }, [screen, isReady, shown]);
}

const nothingShown = createObserved<DocumentPlace | null>(null);

const isInSight = (element: HTMLElement | null): boolean =>
  element !== null &&
  element.offsetParent !== null &&
  // A dialog over the page has the keys.
  (document.querySelector('[aria-modal="true"]')?.contains(element) ?? true);

function answerKey(event: KeyboardEvent, screen: PdfScreen, taking: Taking | undefined): void {
  if (event.defaultPrevented) return;
  const { viewer } = screen;
  const step = stepOf(event);
  if (step !== null) {
    // Also where there is no next word: the browser's own would leave the page.
    event.preventDefault();
    void screen.stepSelection(step).then((hasMoved) => hasMoved && taking?.select(readSelection(viewer)));
    return;
  }
  if (taking !== undefined && answerTaking(event, taking, viewer)) {
    event.preventDefault();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target as HTMLElement;
  if (target.matches('input, textarea, select, [role="option"], [role="listbox"]')) return;
  const { page, pages } = screen.state.get();
  const answers: Readonly<Record<string, () => void>> = {
    '+': () => screen.zoomBy(1),
    '=': () => screen.zoomBy(1),
    '-': () => screen.zoomBy(-1),
    '0': () => screen.zoomTo('fit'),
    r: screen.rotate,
    R: screen.rotate,
    PageDown: () => screen.goTo(page + 1),
    PageUp: () => screen.goTo(page - 1),
    Home: () => screen.goTo(1),
    End: () => screen.goTo(pages),
  };
  const answer = answers[event.key];
  if (answer === undefined) return;
  event.preventDefault();
  answer();
}

/** Alt and the arrows, from wherever the focus is in the viewer. */
function stepOf({ altKey, ctrlKey, metaKey, shiftKey, key }: KeyboardEvent): Step | null {
  if (!altKey || ctrlKey || metaKey) return null;
  if (key === 'ArrowRight') return shiftKey ? 'widen' : 'next';
  if (key === 'ArrowLeft') return shiftKey ? 'narrow' : 'previous';
  return null;
}

function answerTaking(
  { key, ctrlKey, metaKey, altKey, target }: KeyboardEvent,
  taking: Taking,
  viewer: PdfScreen['viewer'],
): boolean {
  if (key === 'Enter' && (ctrlKey || metaKey)) {
    // What is selected now, which the next frame would tell.
    taking.select(readSelection(viewer));
    return taking.take();
  }
  const offer = taking.offer.get();
  const isChoice = offer?.kind === 'read' && offer.readings.length > 1;
  const isArrow = key === 'ArrowLeft' || key === 'ArrowRight';
  if (!isChoice || !isArrow || altKey || ctrlKey || metaKey || (target as HTMLElement).matches('input'))
    return false;
  taking.choose(key === 'ArrowRight' ? 1 : -1);
  return true;
}
