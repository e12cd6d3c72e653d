import { formatDate, formatRange, formatWhen } from '../../platform/local-time.ts'
import type { PdfPages, PdfPart } from '../../platform/pdf-document.ts'
import { inLanguage } from '../../platform/reader.ts'
import { fullAddress } from '../../property/property/domain.ts'
import {
  isUnderSection1954,
  LEGAL_NOTICE_HOURS,
  MAILED_NOTICE_DAYS,
  notLegalAdvice,
  statute,
} from '../entry-notice/domain.ts'
import type { Showing } from '../entry-notice/ports.ts'
import type { ProofOfService } from './contract.ts'
import { methodName } from './domain.ts'

const instantOf = (at: string | Date) => Temporal.Instant.from(typeof at === 'string' ? at : at.toISOString())

type Facts = Extract<PdfPart, { kind: 'facts' }>['facts']

type Served = {
  proof: ProofOfService
  showing: Pick<
    Showing,
    'address' | 'timeZone' | 'confirmationNumber' | 'resident' | 'startsAt' | 'endsAt' | 'agent' | 'occupancy'
  >
  picture: Uint8Array | null
}

/** The proof of service: what the person who served the notice declares, with lines to sign on. In English for every reader. */
export const proofDocument = (of: Served): PdfPages => inLanguage('en', () => pagesOf(of))

function pagesOf(of: Served): PdfPages {
  const { proof, showing, picture } = of
  const zone = showing.timeZone
  const startsAt = instantOf(proof.startsAt)
  const length = showing.startsAt.until(showing.endsAt)
  const when = formatWhen(instantOf(proof.servedAt), zone)
  const facts: Facts = [
    { label: 'Notice', value: `Notice to enter, ${showing.confirmationNumber}` },
    { label: 'SHA-256 of the notice', value: proof.noticeSha256 },
    { label: 'Home', value: fullAddress(showing.address) },
    {
      label: 'Addressed to',
      value: `${showing.resident.name ?? 'Current resident'} and all others living in the home`,
    },
    {
      label: 'Entry',
      value: `${formatDate(startsAt, zone)}, ${formatRange(startsAt, startsAt.add(length), zone)}`,
    },
    { label: 'How it was served', value: methodName(proof.method) },
    { label: proof.method === 'mailed' ? 'Mailed on' : 'Served on', value: when },
    { label: 'Served by', value: proof.servedBy },
    ...(proof.consentDate
      ? [{ label: 'Consent to electronic notice', value: `In writing, on ${dateName(proof.consentDate)}` }]
      : []),
    ...(proof.note ? [{ label: 'Note', value: proof.note }] : []),
  ]
  return {
    kind: 'pages',
    title: 'Proof of Service',
    intro: ['Notice to enter a home'],
    preparedAt: proof.recordedAt,
    parts: [
      ...(proof.withdrawn
        ? [
            { kind: 'heading', text: 'This record was withdrawn' } as const,
            {
              kind: 'text',
              text: `Withdrawn by ${proof.withdrawn.by} on ${formatWhen(instantOf(proof.withdrawn.at), zone)}: ${proof.withdrawn.reason}`,
            } as const,
          ]
        : []),
      { kind: 'facts', facts },
      { kind: 'heading', text: 'Declaration' },
      { kind: 'text', text: declaration(proof, when) },
      { kind: 'text', text: lawOf(showing), isQuiet: true },
      { kind: 'signatures', labels: [`Signature of ${proof.servedBy}`, 'Date', 'Place'] },
      {
        kind: 'text',
        isQuiet: true,
        text: `Recorded by ${proof.recordedBy} on ${formatWhen(instantOf(proof.recordedAt), zone)} as entry ${proof.sequence} of the compliance log of this home. An entry cannot be changed or removed unnoticed.`,
      },
      ...(proof.photo && picture
        ? [
            {
              ...({ kind: 'picture', jpeg: picture, width: proof.photo.width, height: proof.photo.height } as const),
              caption: `Photo kept with this record. SHA-256 ${proof.photo.sha256}`,
            },
          ]
        : []),
    ],
    footer: `Prepared by ShowingBooker. ${notLegalAdvice()}`,
  }
}

/** `2026-11-20` as `November 20, 2026`. */
const dateName = (date: string) =>
  Temporal.PlainDate.from(date).toLocaleString('en-US', { month: 'long', day: 'numeric', year: 'numeric' })

const HOW: Record<ProofOfService['method'], string> = {
  personal: 'I handed it to a resident of the home',
  suitable_person: 'I left it at the home with a person of suitable age and discretion',
  posted: 'I left it on, near or under the usual entry door of the home',
  mailed: 'I mailed it, with postage paid, to the resident at the address of the home',
  oral: 'I told a resident of the home its date, time and purpose in person or by phone',
  electronic_with_consent: 'I sent it electronically to a resident who had agreed in writing to notice in that way',
}

const declaration = ({ method, servedBy }: ProofOfService, when: string) =>
  `I, ${servedBy}, served the notice to enter that is named above: ${HOW[method]}, on ${when}. This is true to the best of my knowledge.`

/** Our own words around the citation. */
const lawOf = ({ address, occupancy }: Pick<Showing, 'address' | 'occupancy'>) =>
  isUnderSection1954({ state: address.state, occupancy })
    ? `${statute()}(d) presumes written notice reasonable ${LEGAL_NOTICE_HOURS} hours ahead when it is handed over, left with a person of suitable age and discretion or left at the usual entry door, and ${MAILED_NOTICE_DAYS} days ahead when it is mailed. Electronic notice rests on the written consent of the tenant. Oral notice is allowed only for a home that is for sale, after a written notice of the sale.`
    : "The law of the home's own state says how notice is given there; it was not checked."
