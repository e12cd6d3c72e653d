import { useEffect, useRef, useState } from 'react'
import { dataUrlOf, isFinalFault, typeFault, uploadFault } from './image-file.ts'
import * as t from './text/kit.ts'

export type QueuedImage = {
  id: number
  name: string
  /** The picture as a data URL, once its upload has started. */
  preview?: string | undefined
  state: 'waiting' | 'shrinking' | 'sending' | 'failed'
  /** The sent share, from 0 to 1. */
  progress: number
  fault?: string | undefined
  canRetry?: boolean
}

type Queue = {
  /** @throws ApiError */
  send: (file: File, onProgress: (share: number) => void) => Promise<{ imageUrl: string }>
  onUploaded: (imageUrl: string) => void
  maxBytes: number
  /** The error message for a missing sign-in. */
  signedOut: string
  /** Lets the form refuse a file with a reason. */
  refuse: (waiting: number) => string | undefined
}

/** Sends images one after another, in the chosen order. It first shrinks images that are too large. */
export function useImageQueue(parts: Queue) {
  const [items, setItems] = useState<QueuedImage[]>([])
  const latest = useRef(parts)
  useEffect(() => {
    latest.current = parts
  })
  const files = useRef(new Map<number, File>())
  const waiting = useRef<number[]>([])
  const failed = useRef(new Set<number>())
  const work = useRef<Promise<void>>(undefined)
  const lastId = useRef(0)

  const show = (id: number, change: Partial<QueuedImage>) =>
    setItems((current) => current.map((item) => (item.id === id ? { ...item, ...change } : item)))

  function fail(id: number, fault: string, canRetry = false) {
    failed.current.add(id)
    show(id, { state: 'failed', fault, canRetry })
  }

  function remove(id: number) {
    files.current.delete(id)
    failed.current.delete(id)
    setItems((current) => current.filter((item) => item.id !== id))
  }

  async function fitting(id: number, file: File): Promise<File | null> {
    const { maxBytes } = latest.current
    if (file.size <= maxBytes) return file
    show(id, { state: 'shrinking' })
    const { smallerImage } = await import('./smaller-image.ts')
    return smallerImage(file, maxBytes).catch(() => null)
  }

  async function sendOne(id: number, chosen: File) {
    try {
      const file = await fitting(id, chosen)
      if (!file) return fail(id, t.imageTooLarge({ mb: latest.current.maxBytes / 1024 / 1024 }))
      show(id, { state: 'sending', progress: 0, preview: await dataUrlOf(file) })
      const { imageUrl } = await latest.current.send(file, (progress) => show(id, { progress }))
      latest.current.onUploaded(imageUrl)
      remove(id)
    } catch (error) {
      fail(id, uploadFault(error, latest.current.signedOut), !isFinalFault(error))
    }
  }

  async function sendAll() {
    for (let id = waiting.current.shift(); id !== undefined; id = waiting.current.shift()) {
      const file = files.current.get(id)
      if (file) await sendOne(id, file)
    }
    work.current = undefined
  }

  function enqueue(id: number) {
    waiting.current.push(id)
    work.current ??= sendAll()
  }

  return {
    items,
    add(chosen: File[]) {
      const added = chosen.map(
        (file): QueuedImage => ({ id: ++lastId.current, name: file.name, state: 'waiting', progress: 0 }),
      )
      setItems((current) => [...current, ...added])
      for (const [at, { id }] of added.entries()) {
        const file = chosen[at] as File
        const fault = latest.current.refuse(waiting.current.length + (work.current ? 1 : 0)) ?? typeFault(file)
        files.current.set(id, file)
        if (fault) fail(id, fault)
        else enqueue(id)
      }
    },
    retry(id: number) {
      failed.current.delete(id)
      show(id, { state: 'waiting', fault: undefined })
      enqueue(id)
    },
    remove,
    /** Resolves when no upload is running. @returns how many failed and are still shown */
    async whenIdle(): Promise<number> {
      await work.current
      return failed.current.size
    },
  }
}
