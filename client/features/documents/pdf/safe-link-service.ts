import { LinkTarget, PDFLinkService, type EventBus } from './pdf-parts.ts';

const rel = 'noopener noreferrer nofollow';
const followed = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Links within the document are followed; those that lead out open beside the page, and tell nothing of it. */
export class SafeLinkService extends PDFLinkService {
  constructor(eventBus: EventBus) {
    super({
      eventBus,
      externalLinkTarget: LinkTarget.BLANK,
      externalLinkRel: rel,
      ignoreDestinationZoom: true,
    });
  }

  override addLinkAttributes(link: HTMLAnchorElement, url: string): void {
    if (!followed.has(URL.parse(url)?.protocol ?? '')) return;
    super.addLinkAttributes(link, url, true);
  }
}
