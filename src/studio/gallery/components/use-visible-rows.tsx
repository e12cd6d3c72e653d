import { type RefObject, useLayoutEffect, useState } from 'react'

/** How many rows we render above and below the window. */
const SPARE = 3

type Rows = { from: number; to: number; above: number; below: number }

/**
 * Returns which tiles of a grid are near the window, and the height of the other rows. All rows must be equally high.
 * Until the script has measured, all tiles count as near.
 * @param list its children are the tiles; its style sets the columns and gaps
 */
export function useVisibleRows(list: RefObject<HTMLElement | null>, count: number): Rows {
  const [rows, setRows] = useState<Rows>()
  useLayoutEffect(() => {
    const grid = list.current
    const tile = grid?.firstElementChild
    if (!grid || !tile || count === 0) return
    let frame = 0
    function measure() {
      frame = 0
      if (!grid?.firstElementChild) return
      const style = getComputedStyle(grid)
      const columns = style.gridTemplateColumns.split(' ').length
      const height = grid.firstElementChild.getBoundingClientRect().height + Number.parseFloat(style.rowGap)
      // The rows of a hidden grid cannot be counted.
      if (!(height > 1)) return
      const all = Math.ceil(count / columns)
      const top = grid.getBoundingClientRect().top
      const first = Math.min(Math.max(0, Math.floor(-top / height) - SPARE), Math.max(0, all - 1))
      const last = Math.max(first + 1, Math.min(all, Math.ceil((window.innerHeight - top) / height) + SPARE))
      const next = {
        from: first * columns,
        to: Math.min(count, last * columns),
        above: first * height,
        below: (all - last) * height,
      }
      setRows((now) => (now && isSame(now, next) ? now : next))
    }
    const soon = () => {
      frame ||= requestAnimationFrame(measure)
    }
    measure()
    const sizes = new ResizeObserver(soon)
    sizes.observe(grid)
    window.addEventListener('scroll', soon, { passive: true })
    window.addEventListener('resize', soon)
    return () => {
      cancelAnimationFrame(frame)
      sizes.disconnect()
      window.removeEventListener('scroll', soon)
      window.removeEventListener('resize', soon)
    }
  }, [list, count])
  return rows ?? { from: 0, to: count, above: 0, below: 0 }
}

const isSame = (one: Rows, other: Rows) =>
  one.from === other.from && one.to === other.to && one.above === other.above && one.below === other.below
