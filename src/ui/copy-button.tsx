import { type ReactNode, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import * as t from './text/kit.ts'

const SHOWN_MS = 2000

type CopyButtonProps = {
  text: string
  children: ReactNode
  /** A screen reader reads it, and the button shows it for two seconds. */
  done?: string
  variant?: 'primary' | 'secondary' | 'quiet'
  onCopied?: () => void
}

/** Copies a text. If the browser forbids it, tries the old way, and finally shows the text for copying by hand. */
export function CopyButton({ text, children, done = t.copied(), variant = 'secondary', onCopied }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false)
  const [isByHand, setIsByHand] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  async function copy() {
    if (!(await copyText(text))) return setIsByHand(true)
    setIsCopied(true)
    onCopied?.()
  }
  return (
    <>
      <Button variant={variant} onClick={copy}>
        <Icon name={isCopied ? 'check' : 'copy'} />
        {isCopied ? done : children}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied && done}
      </span>
      {isByHand && (
        <Dialog title={t.copyByHand()} onClose={() => setIsByHand(false)}>
          <input aria-label={t.linkOrId()} readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
        </Dialog>
      )}
    </>
  )
}

/** @returns whether the text is now on the clipboard */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyTheOldWay(text)
  }
}

function copyTheOldWay(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.setAttribute('readonly', '')
  area.className = 'visually-hidden'
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  return isCopied
}
