import { useRef, useState } from 'react'
import { notAPhoto } from '../platform/text/fault.ts'
import { dataUrlOf, isFinalFault, typeFault, uploadFault } from './image-file.ts'
import * as t from './text/kit.ts'

const FAULTS = {
  unreadable: notAPhoto,
  damaged: t.unreadablePicture,
  gone: t.photoGone,
}

export type ImageUpload = {
  /** Sends the file. @throws ApiError */
  send: (file: File) => Promise<{ imageUrl: string }>
  onUploaded: (imageUrl: string) => void
  maxSizeKB: number
  /** The browser first shrinks larger files. */
  shrinks?: boolean
  /** Error for a missing sign-in. */
  signedOut: string
}

type State = { preview?: string; isBusy: boolean; isShrinking?: boolean; fault?: string; retry?: () => void }

/** Sends a picture as soon as it is chosen. */
export function useImageUpload({ send, onUploaded, maxSizeKB, shrinks = false, signedOut }: ImageUpload) {
  const [state, setState] = useState<State>({ isBusy: false })
  const latest = useRef(0)

  /** Checks for a quick answer. The server checks the bytes. */
  function faultOf(file: File): string | undefined {
    const fault = typeFault(file)
    if (fault) return fault
    if (file.size > maxSizeKB * 1024 && !shrinks) return t.imageTooLarge({ mb: maxSizeKB / 1024 })
  }

  /** @returns `null` if it is not a picture */
  async function fitting(file: File): Promise<File | null> {
    if (file.size <= maxSizeKB * 1024) return file
    setState({ isBusy: true, isShrinking: true })
    const { smallerImage } = await import('./smaller-image.ts')
    return smallerImage(file, maxSizeKB * 1024)
  }

  async function start(chosen: File) {
    const run = ++latest.current
    const isCurrent = () => run === latest.current
    const fault = faultOf(chosen)
    if (fault) return setState({ isBusy: false, fault })
    const file = await fitting(chosen).catch(() => null)
    if (!isCurrent()) return
    if (!file) return setState({ isBusy: false, fault: FAULTS.damaged() })
    const preview = await dataUrlOf(file)
    if (!isCurrent()) return
    setState({ preview, isBusy: true })
    try {
      const { imageUrl } = await send(file)
      if (!isCurrent()) return
      onUploaded(imageUrl)
      setState({ isBusy: false })
    } catch (error) {
      if (!isCurrent()) return
      const retry = isFinalFault(error) ? undefined : () => start(file)
      setState({ isBusy: false, fault: uploadFault(error, signedOut), retry })
    }
  }

  return {
    ...state,
    start,
    fail(reason: keyof typeof FAULTS) {
      latest.current++
      setState({ isBusy: false, fault: FAULTS[reason]() })
    },
  }
}
