import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Spinner } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import * as t from '../../text/site.ts'
import { holdsWords } from '../palette-domain.ts'
import styles from './command-palette.module.css'
import { type Command, commandsFor } from './commands.tsx'
import { signOut } from './sign-out.tsx'
import { useFound } from './use-found.tsx'

export type PaletteProps = {
  /** `null` on kept pages, which do not know their reader. */
  account: { role?: string } | null
  onClose: () => void
}

/** Goes to any page, property, or showing: a combobox with a list (ARIA APG), by keys, mouse, or touch. */
export function CommandPalette({ account, onClose }: PaletteProps) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [fault, setFault] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const navigate = useNavigate()
  const found = useFound(text)
  const commands = [...commandsFor(account?.role).filter(({ name }) => holdsWords(name, text)), ...found.commands]
  const current = commands[Math.min(at, commands.length - 1)]
  const optionId = (command: Command) => `${id}-${command.id}`
  // `autoFocus` runs while the dialog is still closed, when nothing in it can take the focus.
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    if (current) document.getElementById(`${id}-${current.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [current, id])

  async function go({ href, state }: Command) {
    if (!href) {
      return signOut().catch((error: Error) => setFault(t.signOutFailed({ message: error.message })))
    }
    onClose()
    // A kept page has no frame that the next page could share.
    if (account) await navigate(href, { state })
    else window.location.assign(href)
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && commands.length > 0)
      setAt((now) => (Math.min(now, commands.length - 1) + step + commands.length) % commands.length)
    else if (event.key === 'Enter' && current && !event.nativeEvent.isComposing) void go(current)
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={t.goTo()} onClose={onClose}>
      <div className={styles.palette}>
        <div className={styles.search}>
          <Icon name="search" />
          <input
            ref={field}
            type="text"
            role="combobox"
            aria-label={t.goToWhat()}
            aria-expanded={commands.length > 0}
            aria-controls={`${id}-list`}
            aria-activedescendant={current && optionId(current)}
            aria-autocomplete="list"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={200}
            placeholder={t.goToHint()}
            value={text}
            onChange={({ currentTarget: { value } }) => {
              setText(value)
              setAt(0)
            }}
            onKeyDown={onKeyDown}
          />
          {found.isSearching && <Spinner />}
        </div>
        <p className={fault || found.hasFailed ? styles.fault : 'visually-hidden'} role="status">
          {fault ??
            (found.hasFailed ? t.goToSearchFailed() : found.isSearching ? '' : t.goToCount({ count: commands.length }))}
        </p>
        {commands.length === 0 && !found.isSearching && <p className={styles.none}>{t.goToNothing()}</p>}
        <div className={styles.list} role="listbox" id={`${id}-list`} aria-label={t.goToResults()}>
          {commands.map((command, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the text has the keys of all options.
            <div
              key={command.id}
              id={optionId(command)}
              role="option"
              tabIndex={-1}
              aria-selected={command === current}
              className={styles.option}
              onPointerMove={() => setAt(place)}
              onClick={() => void go(command)}
            >
              <Icon name={command.icon} />
              <span className={styles.name}>
                {command.name}
                {command.detail && <span className={styles.detail}> {command.detail}</span>}
              </span>
            </div>
          ))}
        </div>
      </div>
    </Dialog>
  )
}
