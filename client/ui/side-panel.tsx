import Dialog from '@mui/material/Dialog';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import {
  useEffect,
  useId,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { Icon } from './icons.tsx';
import styles from './side-panel.module.css';
import { useMediaQuery } from './use-media-query.ts';

type SidePanelProps = {
  /** The element of everything in the panel, wherever it stands. */
  ref?: Ref<HTMLDivElement>;
  title: string;
  /** Under the title. */
  note?: ReactNode;
  /** Beside the title, before Close. */
  aside?: ReactNode;
  /**
   * Where it stands on a wide screen:
   * `beside` takes its place in the layout (the caller divides it, 9 to 3); the title takes the focus when it opens, and
   * the caller says where the focus goes afterwards;
   * `edge` covers the right edge of the window, as wide as `width`;
   * `under` hangs below `anchor`, as wide as `width`.
   * Below 900 px `beside` and `under` are sheets over the whole screen.
   */
  place: 'beside' | 'edge' | 'under';
  anchor?: HTMLElement | null;
  /** The corner of the anchor that an `under` panel hangs from. */
  from?: 'left' | 'right';
  width?: number;
  /** Brings the focus to the title of a `beside` panel again when it changes. */
  asked?: unknown;
  /** Names the body, which then scrolls by keys. */
  bodyLabel?: string;
  /** Buttons at the lower edge. */
  foot?: ReactNode;
  onKeyDown?: (event: KeyboardEvent) => void;
  /** By its button, Escape, or a click beside a panel that is not `beside`. */
  onClose: () => void;
  children: ReactNode;
};

/** The frame of whatever opens beside or over the content for a while: title, body that scrolls, foot. */
export function SidePanel(props: SidePanelProps) {
  const { place, anchor = null, from = 'left', width = 540, asked, onClose } = props;
  const titleId = useId();
  const isSheet = useMediaQuery('(width < 900px)') && place !== 'edge';
  const heading = useRef<HTMLHeadingElement>(null);
  const isBeside = place === 'beside';
  useEffect(() => {
    if (isBeside) heading.current?.focus();
  }, [isBeside, asked, isSheet]);
  const content = <Content {...props} titleId={titleId} headingRef={heading} />;
  if (isSheet)
    return (
      <Dialog open fullScreen disableRestoreFocus={isBeside} aria-labelledby={titleId} onClose={onClose}>
        {content}
      </Dialog>
    );
  if (isBeside)
    return (
      <section className={styles.beside} aria-labelledby={titleId}>
        {content}
      </section>
    );
  const paper = { role: 'dialog', 'aria-modal': true, 'aria-labelledby': titleId } as const;
  if (place === 'edge')
    return (
      <Drawer
        open
        anchor="right"
        onClose={onClose}
        // Over the dialog that it was opened from.
        sx={{ zIndex: 'modal' }}
        slotProps={{ paper: { ...paper, style: { width: `min(${width}px, 100vw)` } } }}
      >
        {content}
      </Drawer>
    );
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: from }}
      transformOrigin={{ vertical: 'top', horizontal: from }}
      slotProps={{ paper: { ...paper, className: styles.under, style: { width } } as object }}
    >
      {content}
    </Popover>
  );
}

type ContentProps = SidePanelProps & {
  titleId: string;
  headingRef: RefObject<HTMLHeadingElement | null>;
};

function Content({ titleId, headingRef, ...props }: ContentProps) {
  const { ref, title, note, aside, place, bodyLabel, foot, onKeyDown, onClose, children } = props;
  const bodyProps = bodyLabel === undefined ? {} : { tabIndex: 0, role: 'group', 'aria-label': bodyLabel };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of everything that stands in the panel
    <div ref={ref} className={styles.content} data-place={place} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h2 ref={headingRef} id={titleId} tabIndex={-1} className={styles.title}>
            {title}
          </h2>
          {note !== undefined && <p className={styles.note}>{note}</p>}
        </div>
        {aside}
        <IconButton size="small" aria-label={`Close ${title}`} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </header>
      <div className={styles.body} {...bodyProps}>
        {children}
      </div>
      {foot !== undefined && <footer className={styles.foot}>{foot}</footer>}
    </div>
  );
}
