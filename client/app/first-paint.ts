/** Takes away what index.html shows before any code has come. Called when the first page, or why there is none, stands. */
export function endFirstPaint(): void {
  document.getElementById('shell')?.remove();
}
