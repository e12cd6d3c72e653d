import type { KeySet } from './contract.ts'

/** What the provider's own endpoints need to know of a call. */
export type Caller = {
  headers: Headers
  /** Who is at the other end of the connection, as the server determined it; never a raw header. */
  address: string
}

/** `cookies` are ready `Set-Cookie` values that the answer must carry. */
export type Answer<T> = { body: T; cookies: string[] }

export type IdentityAccount = { id: string; email: string; name: string; emailVerified: boolean }

/** What a browser asks a device with for a passkey (WebAuthn, JSON form). */
export type CeremonyOptions = { challenge: string; [member: string]: unknown }

/** What the product needs of the identity provider. Refusals come as DomainError, faults as they are. */
export type Identity = {
  signUp(caller: Caller, form: { email: string; password: string; name: string }): Promise<Answer<IdentityAccount>>
  /**
   * `account` null: the password is right, and a code is asked for; the cookies tell who it is. `oldHash`: the stored hash of
   * the password, where it is not as `hashPassword` makes it today.
   */
  signIn(
    caller: Caller,
    form: { email: string; password: string; rememberMe: boolean },
  ): Promise<Answer<{ account: IdentityAccount | null; oldHash: string | null }>>
  /** Begins a second factor, which is on once a code was verified. @throws DomainError invalid (the password) */
  enableSecondFactor(caller: Caller, password: string): Promise<Answer<{ totpUri: string; backupCodes: string[] }>>
  /** @throws DomainError invalid (the password) */
  disableSecondFactor(caller: Caller, password: string): Promise<Answer<null>>
  /** @throws DomainError invalid (the password) */
  renewBackupCodes(caller: Caller, password: string): Promise<Answer<{ backupCodes: string[] }>>
  /**
   * Ends a sign-in that waits for a code, or switches the second factor on.
   * @throws DomainError unauthenticated (`invalid_code`, `challenge_expired`), too_many
   */
  verifySecondFactor(
    caller: Caller,
    form: { kind: 'totp' | 'backup'; code: string; trustDevice: boolean },
  ): Promise<Answer<{ accountId: string; sessionToken: string; isNewSession: boolean }>>
  /** Each of these is bound to the one before it by a cookie, and to a challenge that is good once, for five minutes. */
  passkeys: {
    /** @throws DomainError unauthenticated */
    registerOptions(caller: Caller): Promise<Answer<CeremonyOptions>>
    /** `keeper`: what keeps the passkey, where it says so. @throws DomainError invalid, unauthenticated (too late) */
    register(caller: Caller, answer: object): Promise<Answer<{ id: string; keeper: string | null }>>
    signInOptions(caller: Caller): Promise<Answer<CeremonyOptions>>
    /** Asks for no second factor. @throws DomainError unauthenticated (`passkey_unknown`, `passkey_expired`) */
    signIn(caller: Caller, answer: object): Promise<Answer<{ accountId: string }>>
  }
  signOut(caller: Caller): Promise<Answer<null>>
  /** Renews the session where it is due. null: no session. */
  session(caller: Caller): Promise<Answer<{ expiresAt: Date; account: IdentityAccount } | null>>
  /** A signed token of the session's account; renews the session where it is due. @throws DomainError unauthenticated */
  token(caller: Caller): Promise<Answer<string>>
  /** The public keys; makes the first pair if there is none. */
  keySet(): Promise<KeySet>
  /** Whether there is a key to sign with, or one can be made. */
  canSign(): Promise<boolean>
  /** The session's token out of the signed cookie; null if there is none or its signature is wrong. */
  sessionTokenOf(headers: Headers): string | null
  /** Whom, and which session, a token of ours speaks for; null if it is forged, expired or not ours. */
  accountOfToken(token: string): Promise<{ accountId: string; sessionId: string } | null>
  /** A token by which the mailbox's owner may choose a new password, once; null: there is no such account. */
  resetToken(email: string): Promise<string | null>
  /** Whose password the token may change; null: it is none of ours, is too old or was used. */
  ownerOfReset(token: string): Promise<{ email: string; name: string } | null>
  /** @returns the account; null: the token is none of ours, is too old or was used */
  resetPassword(form: { token: string; newPassword: string }): Promise<string | null>
  /** A token that confirms the address; null: there is no such account, or it is confirmed. */
  confirmationToken(email: string): Promise<string | null>
  /** @returns false: the token is none of ours, is too old, or the account is gone */
  confirmEmail(token: string): Promise<boolean>
  hashPassword(password: string): Promise<string>
  isPassword(password: string, hash: string): Promise<boolean>
}
