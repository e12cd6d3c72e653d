import { locale } from '../../platform/language.ts'
import { formatDate, formatRange, formatWhen } from '../../platform/local-time.ts'
import type { PdfPages, PdfPart } from '../../platform/pdf-document.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { fullAddress } from '../../property/property/domain.ts'
import { notLegalAdvice } from '../entry-notice/domain.ts'
import { lawOf } from '../entry-notice/law-domain.ts'
import type { Showing } from '../entry-notice/ports.ts'
import * as t from '../text/service-record.ts'
import type { ProofOfService } from './contract.ts'
import { methodName, type ServedNotice } from './domain.ts'

type Facts = Extract<PdfPart, { kind: 'facts' }>['facts']

type Served = {
  proof: ProofOfService
  showing: Pick<Showing, 'timeZone' | 'confirmationNumber' | 'startsAt' | 'endsAt'>
  notice: ServedNotice
  picture: Uint8Array | null
}

/**
 * Builds the proof of service: what the person who served the notice declares, with lines to sign on. It is in English
 * for every reader, because a court accepts a declaration in another language only with a certified translation
 * (California Rules of Court, rule 3.1110(g)).
 */
export const proofDocument = (of: Served): PdfPages => inLanguage('en', () => proofOf(of))

function proofOf(of: Served): PdfPages {
  const { proof, showing, notice, picture } = of
  const zone = showing.timeZone
  const startsAt = Temporal.Instant.from(proof.startsAt)
  const length = showing.startsAt.until(showing.endsAt)
  const when = formatWhen(Temporal.Instant.from(proof.servedAt), zone)
  const facts: Facts = [
    { label: t.proofNotice(), value: t.proofNoticeTo({ confirmationNumber: showing.confirmationNumber ?? '' }) },
    { label: t.proofHash(), value: proof.noticeSha256 },
    { label: t.proofHome(), value: fullAddress(notice.address) },
    {
      label: t.proofAddressed(),
      value: t.proofAddressee({ name: notice.residentName ?? t.currentResident() }),
    },
    {
      label: t.proofEntry(),
      value: `${formatDate(startsAt, zone)}, ${formatRange(startsAt, startsAt.add(length), zone)}`,
    },
    { label: t.proofHow(), value: methodName(proof.method) },
    { label: proof.method === 'mailed' ? t.proofMailedOn() : t.proofServedOn(), value: when },
    { label: t.proofServedBy(), value: proof.servedBy },
    ...(proof.consentDate
      ? [{ label: t.proofConsent(), value: t.proofConsentOn({ consentDate: dateName(proof.consentDate) }) }]
      : []),
    ...(proof.note ? [{ label: t.proofNote(), value: proof.note }] : []),
  ]
  return {
    kind: 'pages',
    title: t.proofTitle(),
    intro: [t.proofIntro()],
    preparedAt: proof.recordedAt,
    parts: [
      ...(proof.withdrawn
        ? [
            { kind: 'heading', text: t.proofWithdrawn() } as const,
            {
              kind: 'text',
              text: t.proofWithdrawnBy({
                by: proof.withdrawn.by,
                at: formatWhen(Temporal.Instant.from(proof.withdrawn.at), zone),
                reason: proof.withdrawn.reason,
              }),
            } as const,
          ]
        : []),
      { kind: 'facts', facts },
      { kind: 'heading', text: t.proofDeclaration() },
      { kind: 'text', text: declaration(proof, when) },
      { kind: 'text', text: explainLaw(notice), isQuiet: true },
      { kind: 'signatures', labels: [t.proofSignature({ servedBy: proof.servedBy }), t.proofDate(), t.proofPlace()] },
      {
        kind: 'text',
        isQuiet: true,
        text: t.proofRecorded({
          recordedBy: proof.recordedBy,
          recordedAt: formatWhen(Temporal.Instant.from(proof.recordedAt), zone),
          sequence: proof.sequence,
        }),
      },
      ...(proof.photo && picture
        ? [
            {
              ...({ kind: 'picture', jpeg: picture, width: proof.photo.width, height: proof.photo.height } as const),
              caption: t.proofPhoto({ sha256: proof.photo.sha256 }),
            },
          ]
        : []),
    ],
    footer: t.proofFooter({ notLegalAdvice: notLegalAdvice() }),
  }
}

/** Formats `2026-11-20` as `November 20, 2026`. */
const dateName = (date: string) =>
  Temporal.PlainDate.from(date).toLocaleString(locale(), { month: 'long', day: 'numeric', year: 'numeric' })

const declaration = ({ method, servedBy }: ProofOfService, when: string) =>
  t.proofDeclared({ servedBy, how: t.declaredHow({ method }), when })

/** Explains the law in our own words, with the citation. */
const explainLaw = ({ address, occupancy }: ServedNotice) =>
  lawOf({ state: address.state, occupancy })?.proof() ?? t.proofOtherLaw()
