/**
 * Requires a key to be a folder and a name, without anything that has a special meaning to a file system or a store.
 * @throws RangeError
 */
export function requireFileKey(key: string): void {
  if (!/^([\w-]+\/)+[\w-]+\.\w+$/.test(key)) throw new RangeError(`${JSON.stringify(key)} is not a file key`)
}
