import { language } from '../../../platform/language.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { OracleFile, Overview } from '../../document/contract.ts'
import * as t from '../../text/conversation.ts'
import { dateLines } from '../overview-messages.ts'
import { FileChip, stateOf } from './file-chip.tsx'
import styles from './file-overview.module.css'

type Acts = {
  /** An answer is in progress, so the person cannot ask anything else. */
  isBusy: boolean
  onAsk: (question: string, file: OracleFile) => void
  onRemove?: (file: OracleFile) => void
}

const MOST_VALUES = 6
const MOST_DATES = 4
const MOST_PEOPLE = 6
const MOST_SECTIONS = 8

const FLAGS = { high: t.high, low: t.low, abnormal: t.abnormal } satisfies Record<
  Overview['flagged'][number]['flag'],
  () => string
>

/** Lists files with their overviews, or says that one is unreadable or still being read. The first overview is open. */
export function FileOverviews({ label, files, ...acts }: Acts & { label: string; files: OracleFile[] }) {
  const first = files.find(({ overview }) => overview)
  return (
    <ul className={styles.list} aria-label={label}>
      {files.map((file) =>
        file.overview ? (
          <OverviewCard key={file.id} file={file} overview={file.overview} isOpen={file === first} {...acts} />
        ) : (
          <FileChip
            key={file.id}
            name={file.name}
            {...stateOf(file)}
            {...(acts.onRemove && { onRemove: () => acts.onRemove?.(file) })}
          />
        ),
      )}
    </ul>
  )
}

type OverviewCardProps = Acts & { file: OracleFile; overview: Overview; isOpen: boolean }

function OverviewCard({ file, overview, isOpen, isBusy, onAsk, onRemove }: OverviewCardProps) {
  const { name } = file
  const { title, language, flagged, dates, people, headings, questions } = overview
  const shownDates = dateLines(dates).slice(0, MOST_DATES)
  const { state } = stateOf(file)
  const sections = headings.filter((heading) => heading !== title)
  return (
    <li className={styles.card}>
      <details open={isOpen}>
        <summary className={styles.summary}>
          <Icon name="file" />
          <span className={styles.words}>
            <span className={styles.title} lang={language}>
              {title}
            </span>
            <span className={styles.state}>{title === name ? state : `${name} · ${state}`}</span>
          </span>
          <Icon name="chevron-right" />
        </summary>
        <div className={styles.body} lang={language}>
          {questions.length > 0 && (
            <ul className={styles.questions} aria-label={t.questionsAbout({ name })}>
              {questions.map((question) => (
                <li key={question}>
                  <button type="button" disabled={isBusy} onClick={() => onAsk(question, file)}>
                    {question}
                  </button>
                </li>
              ))}
            </ul>
          )}
          <dl className={styles.facts}>
            {flagged.length > 0 && (
              <Fact name={t.flagged()} left={flagged.length - MOST_VALUES}>
                {flagged.slice(0, MOST_VALUES).map(({ unit, name: what, value, flag, range }) => (
                  <li key={`${unit} ${what}`}>
                    {what}: <strong>{value}</strong> <Badge tone="bad">{FLAGS[flag]()}</Badge>
                    {range && <span className={styles.quiet}> {t.range({ range })}</span>}
                  </li>
                ))}
              </Fact>
            )}
            {dates.length > 0 && (
              <Fact name={t.dates()} left={dates.length - shownDates.reduce((sum, line) => sum + line.dates, 0)}>
                {shownDates.map(({ key, parts }) => (
                  <li key={key}>
                    {parts.map(({ text, isDate }) =>
                      isDate ? (
                        <strong key={text}>{text}</strong>
                      ) : (
                        <span key={text} className={styles.quiet}>
                          {text}
                        </span>
                      ),
                    )}
                  </li>
                ))}
              </Fact>
            )}
            {people.length > 0 && (
              <Fact name={t.people()} left={people.length - MOST_PEOPLE}>
                {people.slice(0, MOST_PEOPLE).map(({ name: who, role }) => (
                  <li key={who}>
                    {who}
                    {role && <span className={styles.quiet}> {role}</span>}
                  </li>
                ))}
              </Fact>
            )}
            {sections.length > 0 && (
              <Fact name={t.sections()} left={sections.length - MOST_SECTIONS}>
                {sections.slice(0, MOST_SECTIONS).map((heading) => (
                  <li key={heading}>{heading}</li>
                ))}
              </Fact>
            )}
          </dl>
          {onRemove && (
            <Button variant="quiet" aria-label={t.removeName({ name })} onClick={() => onRemove(file)}>
              <Icon name="trash" />
              {t.remove()}
            </Button>
          )}
        </div>
      </details>
    </li>
  )
}

/** @param left how many more there are */
function Fact({ name, left, children }: { name: string; left: number; children: React.ReactNode }) {
  return (
    <div>
      <dt lang={language()}>{name}</dt>
      <dd>
        <ul>
          {children}
          {left > 0 && (
            <li className={styles.quiet} lang={language()}>
              {t.andMore({ count: left })}
            </li>
          )}
        </ul>
      </dd>
    </div>
  )
}
