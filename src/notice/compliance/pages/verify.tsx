import { useEffect, useRef } from 'react'
import { data, Form, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { ApiError, apiFor, bodyOf } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { focusOn } from '../../../ui/focus-on.ts'
import { Page } from '../../../ui/page.tsx'
import * as t from '../../text/compliance.ts'
import { BundleResult } from '../components/bundle-result.tsx'
import { CompareFile } from '../components/compare-file.tsx'
import type { PacketCheck } from '../contract.ts'
import styles from './verify.module.css'

type Found = { code: string; bundle: PacketCheck | null; fault: string | null }

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const typed = url.searchParams.get('code')?.trim().slice(0, 100)
  if (typed) throw redirect(`/showingbooker/verify/${encodeURIComponent(typed)}`)
  const code = params.code ?? ''
  if (!code) return { code, bundle: null, fault: null } satisfies Found
  try {
    const answer = await apiFor(context).GET('/api/showingbooker/public/packet/{code}', { params: { path: { code } } })
    return { code, bundle: bodyOf(answer), fault: null } satisfies Found
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    // The API answers 400 to a text that is too long to be a code.
    const status = error.status === 400 ? 404 : error.status
    const fault = error.status === 400 ? t.notACode() : error.message
    return data({ code: code.slice(0, 60), bundle: null, fault } satisfies Found, { status })
  }
}

export const headers = () => ({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' })
export const meta = () => [
  { title: t.checkMetaTitle() },
  { name: 'robots', content: 'noindex' },
  { name: 'description', content: t.checkMeta() },
]

/** Tells anyone with a printed evidence bundle whether it is genuine and the log unchanged. It names no one. */
export default function VerifyPage() {
  const found = useLoaderData<typeof loader>()
  const { code, bundle, fault } = found
  const first = useRef(found)
  useEffect(() => {
    if (found === first.current) return
    // Screen readers read the field's error. Without an error, the result is the news.
    focusOn(found.fault ? '[name=code]' : '#result h2')
  }, [found])
  return (
    <Page title={t.checkTitle()} intro={t.checkIntro()}>
      <Card>
        <Form key={code} method="get" action="/showingbooker/verify" className={styles.form}>
          <Field
            name="code"
            label={t.codeLabel()}
            hint={t.codeHint()}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            required
            maxLength={60}
            defaultValue={bundle?.code ?? code}
            error={fault ?? undefined}
          />
          <Button type="submit">{t.check()}</Button>
        </Form>
      </Card>
      {bundle && (
        <>
          <BundleResult bundle={bundle} />
          <CompareFile key={bundle.code} sha256={bundle.sha256} />
        </>
      )}
    </Page>
  )
}
