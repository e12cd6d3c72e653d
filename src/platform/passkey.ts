import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { api, bodyOf } from './api-client.ts'
import * as t from './text/passkey.ts'

type OptionsOf<F extends (asked: { optionsJSON: never }) => unknown> = Parameters<F>[0]['optionsJSON']

/** The browser's side of passkeys. Loaded on demand. */

/** @throws ApiError (`password_needed`: the sign-in was too long ago), Error (from the device, for a person) */
export async function addPasskey(password = ''): Promise<void> {
  const options = bodyOf(await api.POST('/api/auth/passkey/generate-register-options', { body: { password } }))
  const optionsJSON = options as unknown as OptionsOf<typeof startRegistration>
  const response = await ofDevice(() => startRegistration({ optionsJSON }))
  await api.POST('/api/auth/passkey/verify-registration', { body: { response } })
}

/**
 * Signs in with a passkey.
 * @param useBrowserAutofill waits until the person picks a passkey in the email field
 * @returns the account's ID. @throws ApiError, Error (from the device, for a person; `AbortError`: another call took
 * over)
 */
export async function enterByPasskey(useBrowserAutofill = false): Promise<string> {
  const options = bodyOf(await api.POST('/api/auth/passkey/generate-authenticate-options'))
  const optionsJSON = options as unknown as OptionsOf<typeof startAuthentication>
  const response = await ofDevice(() => startAuthentication({ optionsJSON, useBrowserAutofill }))
  const answer = await api.POST('/api/auth/passkey/verify-authentication', { body: { response } })
  return bodyOf(answer).user.id
}

async function ofDevice<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const code = error instanceof WebAuthnError ? error.code : undefined
    if (code === 'ERROR_CEREMONY_ABORTED') throw new DOMException('another call took over', 'AbortError')
    if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') throw new Error(t.alreadyHas(), { cause: error })
    throw new Error(t.notProvided(), { cause: error })
  }
}
