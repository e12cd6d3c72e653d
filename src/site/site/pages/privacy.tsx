import type { MetaArgs } from 'react-router'
import { SESSION_DAYS_MAX, SESSION_SECONDS, TOKEN_SECONDS } from '../../../account/account/domain.ts'
import { ARCHIVE_DAYS } from '../../../account/data-export/domain.ts'
import { REGISTRATION_REMEMBERED_DAYS } from '../../../account/profile/domain.ts'
import { FORGOTTEN_AFTER_DAYS, SUPPORT } from '../../../product.ts'
import { rich } from '../../../ui/rich.ts'
import * as t from '../../text/legal.ts'
import { LegalFacts, LegalPage, type LegalSection } from '../components/legal-page.tsx'
import { loadOrigin, pageHead } from '../components/page-head.tsx'
import { keptAt, TERMS_SINCE } from '../domain.ts'

const PATH = '/privacy'

export const loader = loadOrigin
export const headers = () => keptAt(PATH)

export const meta = ({ loaderData }: MetaArgs<typeof loader>) =>
  pageHead(loaderData?.origin, {
    path: PATH,
    title: t.privacyTitle(),
    description: t.privacyAbout(),
  })

const sections = (): LegalSection[] => [
  {
    id: 'in-short',
    title: t.inShort(),
    body: (
      <ul>
        <li>{t.inShortKeep()}</li>
        <li>{t.inShortSell()}</li>
        <li>{t.inShortContact()}</li>
        <li>{t.inShortYours()}</li>
      </ul>
    ),
  },
  {
    id: 'what',
    title: t.whatAndWhy(),
    body: (
      <LegalFacts
        heads={[t.what(), t.why()]}
        rows={[
          [t.ifBook(), t.ifBookWhat(), t.ifBookWhy()],
          [t.ifLive(), t.ifLiveWhat(), t.ifLiveWhy()],
          [t.ifList(), t.ifListWhat(), t.ifListWhy()],
          [t.ifAccount(), t.ifAccountWhat(), t.ifAccountWhy()],
          [t.ifImages(), t.ifImagesWhat(), t.ifImagesWhy()],
          [t.ifLook(), t.ifLookWhat(), t.ifLookWhy()],
        ]}
      />
    ),
  },
  {
    id: 'from-whom',
    title: t.sources(),
    body: <p>{t.sourcesText()}</p>,
  },
  {
    id: 'who-is-told',
    title: t.whoSeesWhat(),
    body: (
      <LegalFacts
        heads={[t.sees()]}
        rows={[
          [t.seesAgent(), t.seesAgentWhat()],
          [t.seesResident(), t.seesResidentWhat()],
          [t.seesVisitor(), t.seesVisitorWhat()],
          [t.seesBuyersAgent(), t.seesBuyersAgentWhat()],
          [t.seesPublic(), t.seesPublicWhat()],
          [t.seesAdmins(), t.seesAdminsWhat()],
        ]}
      />
    ),
  },
  {
    id: 'processors',
    title: t.processors(),
    body: (
      <>
        <p>{t.processorsText()}</p>
        <ul>
          <li>{t.processorPayments()}</li>
          <li>{t.processorTexts()}</li>
          <li>{t.processorEmail()}</li>
          <li>{t.processorMail()}</li>
          <li>{t.processorHosting()}</li>
          <li>{t.processorModels()}</li>
        </ul>
        <p>{t.mapsAndCourts()}</p>
      </>
    ),
  },
  {
    id: 'no-sale',
    title: t.noSale(),
    body: <p>{t.noSaleText()}</p>,
  },
  {
    id: 'cookies',
    title: t.cookies(),
    body: (
      <>
        <p>{t.cookiesText()}</p>
        <ul>
          <li>{t.cookieSession({ days: SESSION_SECONDS / 86_400, max: SESSION_DAYS_MAX })}</li>
          <li>{t.cookieKnown()}</li>
          <li>{t.cookieZone()}</li>
          <li>{t.cookieView()}</li>
          <li>{t.cookieLanguage()}</li>
          <li>{t.cookieCode()}</li>
          <li>{t.cookieAccess()}</li>
          <li>{t.cookieStorage({ minutes: TOKEN_SECONDS / 60 })}</li>
        </ul>
        <p>{t.cookieNone()}</p>
      </>
    ),
  },
  {
    id: 'how-long',
    title: t.howLong(),
    body: (
      <LegalFacts
        heads={[t.kept()]}
        rows={[
          [t.keptBookings(), t.keptBookingsText()],
          [t.keptUnpaid(), t.keptUnpaidText({ days: FORGOTTEN_AFTER_DAYS })],
          [t.keptShort(), t.keptShortText({ days: FORGOTTEN_AFTER_DAYS })],
          [t.keptContent(), t.keptContentText()],
          [t.keptDeleted(), t.keptDeletedText()],
          [t.keptFormer(), t.keptFormerText()],
          [t.keptCode(), t.keptCodeText({ days: REGISTRATION_REMEMBERED_DAYS })],
          [t.keptArchive(), t.keptArchiveText({ days: ARCHIVE_DAYS })],
          [t.keptSession(), t.keptSessionText({ days: SESSION_SECONDS / 86_400, max: SESSION_DAYS_MAX })],
          [t.keptViews(), t.keptViewsText()],
          [t.keptAnswers(), t.keptAnswersText()],
          [t.keptPhotos(), t.keptPhotosText()],
          [t.keptStop(), t.keptStopText()],
        ]}
      />
    ),
  },
  {
    id: 'messages',
    title: t.textsAndEmails(),
    body: <p>{t.messagesText()}</p>,
  },
  {
    id: 'rights',
    title: t.rights(),
    body: (
      <>
        <p>{t.rightsText()}</p>
        <ul>
          <li>{rich(t.rightKnow({ strong: (inner) => <strong>{inner}</strong> }))}</li>
          <li>{rich(t.rightDelete({ strong: (inner) => <strong>{inner}</strong> }))}</li>
          <li>{rich(t.rightCorrect({ strong: (inner) => <strong>{inner}</strong> }))}</li>
          <li>{rich(t.rightOptOut({ strong: (inner) => <strong>{inner}</strong> }))}</li>
          <li>{rich(t.rightLimit({ strong: (inner) => <strong>{inner}</strong> }))}</li>
          <li>{rich(t.rightEqual({ strong: (inner) => <strong>{inner}</strong> }))}</li>
        </ul>
        <p>
          {rich(
            t.rightsHow({
              email: SUPPORT.email,
              link: (inner) => <a href="/account/data">{inner}</a>,
              link2: (inner) => <a href="/account/delete">{inner}</a>,
              link3: (inner) => <a href={`mailto:${SUPPORT.email}`}>{inner}</a>,
            }),
          )}
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: t.security(),
    body: <p>{t.securityText()}</p>,
  },
  {
    id: 'children',
    title: t.children(),
    body: <p>{t.childrenText()}</p>,
  },
  {
    id: 'changes',
    title: t.changes(),
    body: <p>{t.privacyChanges()}</p>,
  },
  {
    id: 'questions',
    title: t.questions(),
    body: (
      <p>
        {rich(
          t.questionsPrivacy({
            email: SUPPORT.email,
            link: (inner) => <a href={`mailto:${SUPPORT.email}`}>{inner}</a>,
            link2: (inner) => <a href="/contact">{inner}</a>,
          }),
        )}
      </p>
    ),
  },
]

export default function PrivacyPage() {
  return <LegalPage title={t.privacyPolicy()} intro={t.privacyIntro()} since={TERMS_SINCE} sections={sections()} />
}
