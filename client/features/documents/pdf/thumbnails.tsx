import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import type { PdfScreen } from './pdf-screen.ts';
import styles from './pdf-view.module.css';

const rowHeight = 164;
const pictureWidth = 92;

/** Pages drawn small, as a list of which one is chosen: the page in sight. Only those in view are drawn. */
export function Thumbnails({ screen, page, pages }: { screen: PdfScreen; page: number; pages: number }) {
  const list = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: pages,
    getScrollElement: () => list.current,
    estimateSize: () => rowHeight,
    overscan: 2,
  });
  useEffect(() => rows.scrollToIndex(page - 1, { align: 'auto' }), [rows, page]);
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: page + 1,
    ArrowUp: page - 1,
    PageDown: page + 4,
    PageUp: page - 4,
    Home: 1,
    End: pages,
  };
  return (
    <div
      ref={list}
      className={styles.thumbnails}
      role="listbox"
      aria-label="Pages"
      aria-activedescendant={`thumbnail-${page}`}
      tabIndex={0}
      onKeyDown={(event) => {
        const next = moves[event.key];
        if (next === undefined) return;
        event.preventDefault();
        screen.goTo(Math.min(pages, Math.max(1, next)));
      }}
    >
      <div style={{ height: rows.getTotalSize(), position: 'relative' }} role="presentation">
        {rows.getVirtualItems().map(({ index, start }) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the list has the keys and the focus
          <div
            key={index}
            id={`thumbnail-${index + 1}`}
            className={styles.thumbnail}
            role="option"
            aria-label={`Page ${screen.labelOf(index + 1)}`}
            aria-selected={index + 1 === page}
            aria-setsize={pages}
            aria-posinset={index + 1}
            style={{ top: start, height: rowHeight }}
            onClick={() => screen.goTo(index + 1)}
          >
            <Picture screen={screen} page={index + 1} />
            <span>{screen.labelOf(index + 1)}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

/** A picture rather than a canvas: the canvas is given back as soon as it is drawn. */
function Picture({ screen, page }: { screen: PdfScreen; page: number }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let isGone = false;
    const show = async () => {
      const picture = await drawPicture(screen, page);
      if (isGone || picture === null) return;
      made = URL.createObjectURL(picture);
      setAddress(made);
    };
    void show();
    return () => {
      isGone = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [screen, page]);
  return address === null ? <i className={styles.blank} /> : <img src={address} alt="" />;
}

async function drawPicture(screen: PdfScreen, page: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  try {
    await screen.drawSmall(page, canvas, pictureWidth * devicePixelRatio);
    return await new Promise((resolve) => canvas.toBlob(resolve));
  } catch {
    return null;
  } finally {
    canvas.width = 0;
    canvas.height = 0;
  }
}
