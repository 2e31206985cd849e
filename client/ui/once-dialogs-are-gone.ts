/** A dialog gives the focus back to where it came from before it goes. */
export function onceDialogsAreGone(run: () => void): void {
  const isOpen = () => document.querySelector('[role="dialog"]') !== null;
  if (!isOpen()) {
    run();
    return;
  }
  const observer = new MutationObserver(() => {
    if (isOpen()) return;
    observer.disconnect();
    // Its effects end in the next turn.
    setTimeout(run);
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
