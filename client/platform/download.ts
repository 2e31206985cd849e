/** Lets the browser take a file from a link. Whether it is shown or saved is said by the link's own answer. */
export function startDownload(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.rel = 'noopener noreferrer';
  document.body.append(link);
  link.click();
  link.remove();
}

/** Opens a link beside the page; a tab that comes to hold nothing but a download closes by itself. */
export function openInNewTab(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  document.body.append(link);
  link.click();
  link.remove();
}

/** A file of what this page knows. */
export const downloadText = (text: string, fileName: string): void =>
  downloadFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), fileName);

export function downloadFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content);
  startDownload(url, fileName);
  // The browser has begun to take it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
