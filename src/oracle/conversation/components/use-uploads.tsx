import { useEffect, useRef, useState } from 'react'
import { api, bodyOf, isUnknown } from '../../../platform/api-client.ts'
import { actHeaders } from '../../../platform/page-account.ts'
import { showToast } from '../../../ui/toast.tsx'
import type { AttachedFile, OracleFile } from '../../document/contract.ts'
import * as t from '../../text/conversation.ts'

/** The accepted types (studio.md section 2). */
export const ACCEPTED = '.pdf,.txt,.doc,.docx,.jpg,.jpeg,.png'
const MAX_BYTES = 10 * 2 ** 20
const LOOK_AGAIN_MS = 800

export type Upload = {
  key: number
  name: string
  /** Progress of the upload in percent. */
  sent: number
  file: OracleFile | null
  fault: string | null
}

let lastKey = 0

/**
 * Manages the files for the next question. It uploads one after another, so that the Oracle lists them in the order in
 * which the person chose them.
 * @param onLocked called when the server asks for the access code
 */
export function useUploads(onLocked: () => void) {
  const [uploads, render] = useState<Upload[]>([])
  const latest = useRef(uploads)
  const waiting = useRef<{ key: number; file: File }[]>([])
  const running = useRef<{ key: number; request: XMLHttpRequest } | null>(null)
  function setUploads(next: (all: Upload[]) => Upload[]) {
    latest.current = next(latest.current)
    render(latest.current)
  }
  const change = (key: number, to: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)))

  const reading = uploads.flatMap(({ file, ...one }) => (file?.status === 'reading' ? [{ ...one, id: file.id }] : []))
  const due = reading.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `due` names the files, and each change checks again.
  useEffect(() => {
    if (!due) return
    const timer = setInterval(() => {
      for (const { key, id, name } of reading)
        api.GET('/oracle/files/{id}', { params: { path: { id } } }).then(
          (answer) => change(key, { file: bodyOf(answer) }),
          (error) => {
            // Another check may have found out first, or the person removed the file in the meantime.
            if (!isUnknown(error) || !latest.current.some((one) => one.key === key)) return
            setUploads((all) => all.filter((one) => one.key !== key))
            showToast({ kind: 'info', text: t.removedFile({ name }) })
          },
        )
    }, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [due])

  function add(files: Iterable<File>) {
    for (const file of files) {
      const upload: Upload = { key: ++lastKey, name: file.name, sent: 0, file: null, fault: null }
      if (file.size > MAX_BYTES) upload.fault = t.fileTooLarge()
      setUploads((all) => [...all, upload])
      if (!upload.fault) waiting.current.push({ key: upload.key, file })
    }
    sendNext()
  }

  function sendNext() {
    if (running.current) return
    const next = waiting.current.shift()
    if (!next) return
    const { key, file } = next
    const form = new FormData()
    form.append('file', file)
    // fetch does not report the progress of an upload.
    const request = new XMLHttpRequest()
    running.current = { key, request }
    request.open('POST', '/oracle/upload')
    for (const header of Object.entries(actHeaders())) request.setRequestHeader(...header)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => change(key, { sent: Math.floor((100 * loaded) / total) })
    request.onload = () => {
      const body = request.response as { file?: OracleFile; error?: string; code?: string } | null
      if (request.status === 201 && body?.file) change(key, { sent: 100, file: body.file })
      else change(key, { fault: body?.error ?? t.uploadFailed() })
      if (body?.code === 'access_code_required') onLocked()
    }
    request.onerror = () => change(key, { fault: t.uploadFailed() })
    request.onloadend = () => {
      running.current = null
      sendNext()
    }
    request.send(form)
  }

  return {
    uploads,
    add,
    isSending: uploads.some(({ file, fault }) => !file && !fault),
    /** Files that a question can use. */
    sent: uploads.flatMap(({ file }) => (file ? [{ id: file.id, name: file.name, type: file.type }] : [])),
    async remove({ key, file }: Upload) {
      waiting.current = waiting.current.filter((one) => one.key !== key)
      if (running.current?.key === key) running.current.request.abort()
      setUploads((all) => all.filter((one) => one.key !== key))
      if (file) await api.DELETE('/oracle/files/{id}', { params: { path: { id: file.id } } }).catch(() => undefined)
    },
    /** Forgets files that a question used or that were removed elsewhere. @param ids only these files, otherwise all */
    clear: (ids?: string[]) =>
      setUploads((all) => (ids ? all.filter(({ file }) => !ids.includes(file?.id ?? '')) : [])),
    /** Restores the files of a question that was never sent. */
    async putBack(files: AttachedFile[]) {
      for (const { id } of files) {
        const answer = await api.GET('/oracle/files/{id}', { params: { path: { id } } }).catch(() => null)
        const file = answer && bodyOf(answer)
        // A file of a conversation is still there.
        if (file?.conversationId === null)
          setUploads((all) => [...all, { key: ++lastKey, name: file.name, sent: 100, file, fault: null }])
      }
    },
  }
}
