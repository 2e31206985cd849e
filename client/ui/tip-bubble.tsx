import Tooltip from '@mui/material/Tooltip';

export type TipBubbleProps = {
  id: string;
  anchor: HTMLElement;
  isOpen: boolean;
  isBeside: boolean;
  title: string;
  /** The pointer may rest on it: WCAG 1.4.13. */
  onEnter: () => void;
  onLeave: () => void;
};

/** A tooltip as it is seen; tip.tsx decides when. */
export function TipBubble({ id, anchor, isOpen, isBeside, title, onEnter, onLeave }: TipBubbleProps) {
  return (
    <Tooltip
      id={id}
      title={title}
      open={isOpen}
      slotProps={{
        popper: { anchorEl: anchor, disablePortal: isBeside, onMouseEnter: onEnter, onMouseLeave: onLeave },
      }}
    >
      <span hidden />
    </Tooltip>
  );
}
