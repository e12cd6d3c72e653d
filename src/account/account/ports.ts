import type { KeySet } from './contract.ts'

/** A call, as the provider's endpoints need it. */
export type Caller = {
  headers: Headers
  /** The caller's network address as the server determined it, never a raw header. */
  address: string
}

/** `cookies` are complete `Set-Cookie` values, which the HTTP answer must carry. */
export type Answer<T> = { body: T; cookies: string[] }

export type IdentityAccount = { id: string; email: string; name: string; emailVerified: boolean }

/** The options with which a browser asks a device for a passkey (WebAuthn, JSON form). */
export type CeremonyOptions = { challenge: string; [member: string]: unknown }

/** What the product needs from the identity provider. It throws refusals as DomainError and faults as they are. */
export type Identity = {
  signUp(caller: Caller, form: { email: string; password: string; name: string }): Promise<Answer<IdentityAccount>>
  /**
   * `opened` is null if the password is right but the provider asks for a code. The cookies then identify the account.
   * `usedHash` is the stored hash that the password matched. It is outdated if `hashPassword` now uses other
   * parameters.
   */
  signIn(
    caller: Caller,
    form: { email: string; password: string; rememberMe: boolean },
  ): Promise<
    Answer<{ opened: { account: IdentityAccount; sessionToken: string } | null; usedHash: string; isOldHash: boolean }>
  >
  /** Begins the setup of a second factor. A verified code turns it on. @throws DomainError invalid (the password) */
  enableSecondFactor(caller: Caller, password: string): Promise<Answer<{ totpUri: string; backupCodes: string[] }>>
  /** @throws DomainError invalid (the password) */
  disableSecondFactor(caller: Caller, password: string): Promise<Answer<null>>
  /** @throws DomainError invalid (the password) */
  renewBackupCodes(caller: Caller, password: string): Promise<Answer<{ backupCodes: string[] }>>
  /** Counts the unused recovery codes. @returns null if there is no second factor or another secret encrypted it */
  countBackupCodes(accountId: string): Promise<number | null>
  /**
   * Finishes a sign-in that waits for a code, or turns the second factor on.
   * @throws DomainError unauthenticated (`invalid_code`, `challenge_expired`), too_many
   */
  verifySecondFactor(
    caller: Caller,
    form: { kind: 'totp' | 'backup'; code: string; trustDevice: boolean },
  ): Promise<Answer<{ accountId: string; sessionToken: string; isNewSession: boolean }>>
  /** A cookie binds each call to the previous one and to a challenge that works once, within five minutes. */
  passkeys: {
    /** @throws DomainError unauthenticated */
    registerOptions(caller: Caller): Promise<Answer<CeremonyOptions>>
    /**
     * `keeper` names the password manager that stores the passkey, if known.
     * @throws DomainError invalid, unauthenticated (too late)
     */
    register(caller: Caller, answer: object): Promise<Answer<{ id: string; keeper: string | null }>>
    signInOptions(caller: Caller): Promise<Answer<CeremonyOptions>>
    /** Signs in without a second factor. @throws DomainError unauthenticated (`passkey_unknown`, `passkey_expired`) */
    signIn(caller: Caller, answer: object): Promise<Answer<{ accountId: string }>>
  }
  signOut(caller: Caller): Promise<Answer<null>>
  /**
   * @param renews whether it renews the session when it is due. If so, the browser must get the answer's cookies
   * @returns null if there is no session
   */
  session(caller: Caller, renews: boolean): Promise<Answer<{ expiresAt: Date; account: IdentityAccount } | null>>
  /** Signs a token for the session's account and renews the session when it is due. @throws DomainError unauthenticated */
  token(caller: Caller): Promise<Answer<string>>
  /** Returns the public keys, and creates the first pair if there is none. */
  keySet(): Promise<KeySet>
  /** Tells whether there is a key to sign with, or the provider can create one. */
  canSign(): Promise<boolean>
  /** Reads the session's token from the signed cookie. @returns null if there is none or its signature is wrong */
  sessionTokenOf(headers: Headers): string | null
  /** Finds the account and session that a token acts for. @returns null if it is forged, expired or not ours */
  accountOfToken(token: string): Promise<{ accountId: string; sessionId: string } | null>
  /** Creates a token to choose a new password once. @returns null if there is no such account */
  resetToken(email: string): Promise<string | null>
  /** Finds the account whose password the token may change. @returns null if the token is not ours, too old, or used */
  ownerOfReset(token: string): Promise<{ id: string; email: string; name: string } | null>
  /** @returns the account's ID, or null if the token is not ours, too old, or used */
  resetPassword(form: { token: string; newPassword: string }): Promise<string | null>
  /** Creates a token that confirms the email. @returns null if there is no such account or its email is confirmed */
  confirmationToken(email: string): Promise<string | null>
  /** @returns false if the token is not ours or too old, or the account is gone */
  confirmEmail(token: string): Promise<boolean>
  hashPassword(password: string): Promise<string>
  isPassword(password: string, hash: string): Promise<boolean>
}
