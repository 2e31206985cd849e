import { useEffect, useState } from 'react';
import type { DocumentSelection } from '../document-place.ts';
import { readSelection } from './page-selection.ts';
import type { PdfScreen } from './pdf-screen.ts';

/** What is selected in the pages, where it stands in the window now; null when nothing is. */
export function useSelection(screen: PdfScreen | null): DocumentSelection | null {
  const [selection, setSelection] = useState<DocumentSelection | null>(null);
  useEffect(() => {
    if (screen === null) return;
    const { container } = screen.viewer;
    let frame = 0;
    const look = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const next = readSelection(screen.viewer);
        setSelection((last) => (isSame(last, next) ? last : next));
      });
    };
    document.addEventListener('selectionchange', look);
    container.addEventListener('scroll', look, { passive: true });
    screen.events.on('scalechanging', look);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('selectionchange', look);
      container.removeEventListener('scroll', look);
      screen.events.off('scalechanging', look);
      setSelection(null);
    };
  }, [screen]);
  return selection;
}

const isSame = (one: DocumentSelection | null, other: DocumentSelection | null): boolean =>
  one !== null &&
  other !== null &&
  one.text === other.text &&
  one.rectangle.left === other.rectangle.left &&
  one.rectangle.top === other.rectangle.top;
