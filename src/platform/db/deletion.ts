/** Maximum number of rows that one statement deletes, so that it stays short. */
export const DELETED_AT_ONCE = 10_000

/** @param deleteSome deletes at most DELETED_AT_ONCE rows, and returns how many */
export async function untilNoneLeft(deleteSome: () => Promise<number>): Promise<void> {
  for (;;) if ((await deleteSome()) < DELETED_AT_ONCE) return
}
