/** Scrolls a row of links, if it is too long for the screen, so that the link of this page shows whole. */
export function showCurrent(links: HTMLElement | null) {
  const current = links?.querySelector('[aria-current]')
  if (!links || !current) return
  const [row, link] = [links.getBoundingClientRect(), current.getBoundingClientRect()]
  if (link.right > row.right) links.scrollLeft += Math.ceil(link.right - row.right)
}
