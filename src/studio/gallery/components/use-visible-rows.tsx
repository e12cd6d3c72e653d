import { type RefObject, useLayoutEffect, useState } from 'react'

/** Rows above and below the window that are there already. */
const SPARE = 3

type Rows = { from: number; to: number; above: number; below: number }

/**
 * Which tiles of a grid are near the window, where all rows are alike; of the others there is the height. Until the script
 * has measured, all of them are.
 * @param list its children are the tiles; columns and gaps are its style's
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
      // A grid that is not shown has no rows that could be counted.
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
