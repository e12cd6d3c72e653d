import { Fragment } from 'react'
import { SHOWING_FEE_CENTS } from '../../../money/payment/domain.ts'
import { formatMoney, formatShortMoney } from '../../../platform/money.ts'
import { dayName } from '../../../ui/date-time.ts'
import * as t from '../../text/site.ts'
import styles from './phone-drawing.module.css'

const DAYS = ['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30']
const TIMES = ['9:00', '9:30', '10:00', '1:00', '1:30', '2:00']
const RENT_CENTS = 345_000
const STREET = '2817 Mariposa Glen'
const CHOSEN = { day: 0, time: 4 }
const TAKEN = 1

/** Draws a booking page on a phone, and what happens a moment later. */
export function PhoneDrawing() {
  return (
    <svg className={styles.drawing} viewBox="0 0 504 560" aria-hidden="true">
      <rect className={styles.body} x="92" y="8" width="276" height="544" rx="44" />
      <rect className={styles.screen} x="104" y="20" width="252" height="520" rx="34" />
      <clipPath id="phone-photo">
        <path d="M104 54a34 34 0 0 1 34-34h184a34 34 0 0 1 34 34v126H104z" />
      </clipPath>
      <House />
      <rect className={styles.body} x="196" y="30" width="68" height="18" rx="9" />

      <text className={styles.street} x="124" y="212">
        {STREET}
      </text>
      <text className={styles.small} x="124" y="232">
        {t.drawnHome({ rent: formatShortMoney(RENT_CENTS) })}
      </text>

      <text className={styles.label} x="124" y="264">
        {t.drawnChoose()}
      </text>
      {DAYS.map(dayName).map(({ short, day }, index) => (
        <g key={day} className={index === CHOSEN.day ? styles.chosen : styles.free}>
          <rect x={124 + index * 54} y="276" width="48" height="52" rx="12" />
          <text x={148 + index * 54} y="297">
            {short.slice(0, 3)}
          </text>
          <text className={styles.day} x={148 + index * 54} y="317">
            {day}
          </text>
        </g>
      ))}
      {TIMES.map((time, index) => {
        const [x, y] = [124 + (index % 3) * 72, 342 + Math.floor(index / 3) * 44]
        return (
          <g
            key={time}
            className={index === CHOSEN.time ? styles.chosen : index === TAKEN ? styles.taken : styles.free}
          >
            <rect x={x} y={y} width="66" height="36" rx="11" />
            <text x={x + 33} y={y + 23}>
              {time}
            </text>
          </g>
        )
      })}
      <g className={styles.button}>
        <rect x="124" y="446" width="212" height="48" rx="14" />
        <text x="230" y="475">
          {t.drawnBook({ price: formatMoney(SHOWING_FEE_CENTS) })}
        </text>
      </g>

      <Message x={296} y={84} title={t.drawnBooked()} text={t.drawnWhen()} glyph="m-7 0 5 5 9-10" />
      <Message x={300} y={206} title={t.drawnAgent()} text={t.drawnByText()} glyph="M-5-8.5H5v17H-5zM-1 5h2" />
      <Message x={6} y={490} title={t.drawnResident()} text={t.drawnNotice()} glyph="M-9-6.5H9v13H-9zm.5.5L0 1l8.5-7" />
    </svg>
  )
}

function House() {
  return (
    <g clipPath="url(#phone-photo)">
      <rect className={styles.sky} x="104" y="20" width="252" height="160" />
      <circle className={styles.sun} cx="312" cy="70" r="20" />
      <path className={styles.hill} d="M104 132q60-34 122-8t130-14v70H104z" />
      <path className={styles.wall} d="M160 180v-62h96v62z" />
      <path className={styles.roof} d="m148 122 60-44 60 44z" />
      <path className={styles.wallFar} d="M256 180v-44h60v44z" />
      <path className={styles.roof} d="M250 138h72l-10-16h-56z" />
      <path className={styles.doorway} d="M198 180v-28a11 11 0 0 1 22 0v28z" />
      {[172, 230, 270, 294].map((x) => (
        <rect key={x} className={styles.window} x={x} y={x > 250 ? 148 : 132} width="16" height="18" rx="2" />
      ))}
      <path className={styles.lawn} d="M104 172h252v8H104z" />
      {[128, 334].map((x) => (
        <Fragment key={x}>
          <circle className={styles.bush} cx={x} cy="160" r="16" />
          <path className={styles.trunk} d={`M${x} 160v18`} />
        </Fragment>
      ))}
    </g>
  )
}

function Message({ x, y, title, text, glyph }: { x: number; y: number; title: string; text: string; glyph: string }) {
  return (
    <g className={styles.message} transform={`translate(${x} ${y})`}>
      <rect width="198" height="62" rx="18" />
      <circle cx="32" cy="31" r="17" />
      <path d={glyph} transform="translate(32 31)" />
      <text className={styles.messageTitle} x="58" y="28">
        {title}
      </text>
      <text className={styles.messageText} x="58" y="46">
        {text}
      </text>
    </g>
  )
}
