import { useCallback, useEffect, useRef, useState } from 'react'
import type { UploadOptions } from '../platform/image-upload.ts'
import { formatList } from '../platform/language.ts'
import { newUuid } from '../platform/uuid.ts'
import { dataUrlOf, isFinalFault, typeFault, uploadFault } from './image-file.ts'
import * as t from './text/kit.ts'
import { showToast } from './toast.tsx'

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
  send: (file: File, options: UploadOptions) => Promise<{ imageUrl: string }>
  /** Adds the image to the form. Resolves with the reason if the form cannot store it. */
  onUploaded: (imageUrl: string) => Promise<string | undefined>
  maxBytes: number
  /** The error message for a missing sign-in. */
  signedOut: string
  /** `true` if the form needs no more images once it is closed. */
  endsWithForm: boolean
  /** Lets the form refuse a file with a reason. */
  refuse: (waiting: number) => string | undefined
}

/** @param removal aborts once the person removes the file */
type Chosen = { file: File; removal: AbortController }

/**
 * Sends images one after another, in the chosen order. A form that stores each one gets them even after it has closed.
 * It first shrinks images that are too large.
 */
export function useImageQueue(parts: Queue) {
  const [items, setItems] = useState<QueuedImage[]>([])
  const latest = useRef(parts)
  useEffect(() => {
    latest.current = parts
  })
  const files = useRef(new Map<number, Chosen>())
  const waiting = useRef<number[]>([])
  /** The fault of each failed file. */
  const failed = useRef(new Map<number, string>())
  const work = useRef<Promise<void>>(undefined)
  const lastId = useRef(0)

  const [toastKey] = useState(newUuid)
  /** Names the files with this fault in a message, because their list is gone. */
  const report = useCallback(
    (fault: string) => {
      const names = [...failed.current].flatMap(([id, one]) =>
        one === fault ? (files.current.get(id)?.file.name ?? []) : [],
      )
      showToast({ kind: 'error', key: `${toastKey} ${fault}`, text: `${formatList(names)}: ${fault}` })
    },
    [toastKey],
  )
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      if (latest.current.endsWithForm) {
        for (const { removal } of files.current.values()) removal.abort()
        files.current.clear()
        failed.current.clear()
        waiting.current = []
      }
      for (const fault of new Set(failed.current.values())) report(fault)
    }
  }, [report])

  const show = (id: number, change: Partial<QueuedImage>) =>
    setItems((current) => current.map((item) => (item.id === id ? { ...item, ...change } : item)))

  function fail(id: number, fault: string, canRetry = false) {
    failed.current.set(id, fault)
    show(id, { state: 'failed', fault, canRetry })
    if (!isOpen.current) report(fault)
  }

  function remove(id: number) {
    files.current.get(id)?.removal.abort()
    files.current.delete(id)
    waiting.current = waiting.current.filter((one) => one !== id)
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

  async function sendOne(id: number, { file: chosen, removal: { signal } }: Chosen) {
    try {
      const file = await fitting(id, chosen)
      if (signal.aborted) return
      if (!file) return fail(id, t.imageTooLarge({ mb: latest.current.maxBytes / 1024 / 1024 }))
      show(id, { state: 'sending', progress: 0, preview: await dataUrlOf(file) })
      const onProgress = (progress: number) => show(id, { progress })
      const { imageUrl } = await latest.current.send(file, { onProgress, signal })
      if (signal.aborted) return
      const stored = latest.current.onUploaded(imageUrl)
      // An open form shows itself what it could not store.
      const fault = isOpen.current ? undefined : await stored
      if (fault) fail(id, fault)
      else remove(id)
    } catch (error) {
      if (signal.aborted) return
      fail(id, uploadFault(error, latest.current.signedOut), !isFinalFault(error))
    }
  }

  async function sendAll() {
    const sending = new AbortController()
    // Closing the tab would lose the files.
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal: sending.signal })
    for (let id = waiting.current.shift(); id !== undefined; id = waiting.current.shift()) {
      const chosen = files.current.get(id)
      if (chosen) await sendOne(id, chosen)
    }
    sending.abort()
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
        files.current.set(id, { file, removal: new AbortController() })
        if (fault) fail(id, fault)
        else enqueue(id)
      }
    },
    retry(id: number) {
      failed.current.delete(id)
      show(id, { state: 'waiting', fault: undefined })
      enqueue(id)
    },
    /** Removes a file from the list, and cancels its upload. */
    remove,
    /** Resolves when no upload is running. @returns how many failed and are still shown */
    async whenIdle(): Promise<number> {
      await work.current
      return failed.current.size
    },
  }
}
